"""Settings of the service: each has a default, wrong ones are one line, and secrets are shown to nobody."""

from datetime import timedelta

import pytest

from fab_pipeline.service_settings import ServiceSettings
from fab_pipeline.settings import SettingsError

URL = "postgresql://fab:p%40ss-w0rd@db.example:5432/dagster"


def settings(**values: str) -> ServiceSettings:
    return ServiceSettings.from_environment(values)


def test_without_any_variable_there_is_no_database_and_nobody_is_told():
    found = settings()
    assert (found.postgres, found.alert_command, found.alert_webhook) == (None, (), None)
    assert found.run_history == timedelta(days=90)
    assert found.secrets == ()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg2"])
def test_the_names_of_the_scheme_are_one(scheme: str):
    found = settings(FAB_DAGSTER_POSTGRES=URL.replace("postgresql", scheme))
    assert (found.postgres, found.postgres_engine) == (URL, URL.replace("postgresql", "postgresql+psycopg2"))


def test_a_command_is_words_without_a_shell():
    assert settings(FAB_ALERT_COMMAND="mail -s 'fab pipeline' you@example.org").alert_command == (
        "mail",
        "-s",
        "fab pipeline",
        "you@example.org",
    )


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("FAB_DAGSTER_POSTGRES", "mysql://u:geheim@h/d", "no database address"),
        ("FAB_DAGSTER_POSTGRES", "postgresql://u:geheim@h:99999/d", "no database address"),
        ("FAB_DAGSTER_POSTGRES", "postgresql://u:geheim@h", "no database address"),
        ("FAB_RUN_HISTORY_DAYS", "0", "must be a positive number"),
        ("FAB_RUN_HISTORY_DAYS", "1e9", "at most 36500"),
        ("FAB_ALERT_COMMAND", "mail 'you", "quote it as a shell would"),
        ("FAB_ALERT_WEBHOOK", "ftp://hooks.example/geheim", "no http:// or https:// address"),
        ("FAB_ALERT_WEBHOOK", "https://[geheim", "no http:// or https:// address"),
        ("FAB_ALERT_PRICE_MOVE", "-0.1", "must be a positive number"),
    ],
)
def test_what_cannot_be_is_one_line_that_names_the_variable_and_no_secret(variable: str, value: str, says: str):
    with pytest.raises(SettingsError, match=says) as error:
        settings(**{variable: value})
    assert variable in str(error.value)
    assert "geheim" not in str(error.value)


def test_the_password_is_hidden_as_written_and_as_meant():
    found = settings(FAB_DAGSTER_POSTGRES=URL)
    assert found.redacted(f"cannot reach {URL}: p@ss-w0rd or p%40ss-w0rd is wrong") == "cannot reach ***: *** or *** is wrong"


def test_the_key_of_a_webhook_is_hidden_and_its_host_is_not():
    found = settings(FAB_ALERT_WEBHOOK="https://hooks.example/services/T1/B2?key=k3y")
    assert found.redacted("hooks.example refused /services/T1/B2?key=k3y") == "hooks.example refused /***?***"
