"""The only room that combines the others: collect, parse, build, release. Plain Python, shared by the command line and Dagster."""
