"""General checks that raise findings: one module per kind of check, `common` for the row they all build.

A check judges claims, boards or statements and never changes them: the printed value stays where it is, the verdict stands beside it.
No check names a model, an organisation or a page.
"""
