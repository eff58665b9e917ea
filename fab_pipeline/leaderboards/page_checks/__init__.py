"""A page's statements held against its own rows: one module per kind of statement, one verdict per statement.

Findings and the reproduction of a page both rest on these verdicts, so that they can never disagree. Nothing from outside the page is
used, and no check names a model, an organisation or a page.
"""
