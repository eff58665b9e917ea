"""Dagster definitions: assets, checks, jobs, schedules, sensors, resources. Nobody imports this room."""
