"""Price sources: the generic price table and the funnel through which every quote passes."""
