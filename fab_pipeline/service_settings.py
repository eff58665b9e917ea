"""Settings of the service: Dagster's database and history, and whom to tell.

Belongs here: one typed, frozen object read from the environment, apart from `settings` because reading data needs none of it. Does not
belong here: folders and limits of files (`settings`), and what is done with a setting.

| variable | what it sets |
|---|---|
| `FAB_DAGSTER_POSTGRES` | `postgresql://user:password@host:port/database` for Dagster's own state; SQLite files unless set |
| `FAB_RUN_HISTORY_DAYS` | days for which Dagster keeps runs, events and ticks |
| `FAB_ALERT_COMMAND` | command that gets alerts as JSON lines on its standard input; run without a shell |
| `FAB_ALERT_WEBHOOK` | `http(s)://` address that gets alerts as one JSON object |
| `FAB_ALERT_PRICE_MOVE` | a move of a named lowest price that is told: 0.2 = by a fifth, up or down |
| `FAB_ALERT_STALE_HOURS` | age of a source's newest observation from which it is stale |
"""

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import unquote, urlsplit

from fab_pipeline.environment import SettingsError, positive

RUN_HISTORY_DAYS: Final = 90
"""A quarter: long enough to compare with, and a few hundred megabytes of events at most."""

PRICE_MOVE: Final = 0.2
"""A named lowest price seldom moves by a fifth in a day; list prices that do are news."""

STALE_HOURS: Final = 48.0
"""Two daily collections missed. After three days a price is no longer carried forward."""

HIDDEN: Final = "***"

_DRIVER: Final = "psycopg2"


@dataclass(frozen=True)
class ServiceSettings:
    """How the service runs.

    Attributes:
        postgres: address of Dagster's database, a secret; None = SQLite files in Dagster's home.
        run_history: for how long Dagster keeps runs, events and ticks.
        alert_command: arguments of the command that gets alerts; empty = none.
        alert_webhook: address that gets alerts, a secret; None = none.
        alert_price_move: fraction by which a named lowest price must move to be told.
        stale_after: age of a source's newest observation from which it is stale.
    """

    postgres: str | None = None
    run_history: timedelta = timedelta(days=RUN_HISTORY_DAYS)
    alert_command: tuple[str, ...] = ()
    alert_webhook: str | None = None
    alert_price_move: float = PRICE_MOVE
    stale_after: timedelta = timedelta(hours=STALE_HOURS)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "ServiceSettings":
        """Settings of this process.

        Args:
            environment: variables to read; the process's own unless told.

        Raises:
            SettingsError: one cannot be; the message names the variable, and shows the value only where it is no secret.
        """
        values = os.environ if environment is None else environment
        return cls(
            postgres=_postgres(values.get("FAB_DAGSTER_POSTGRES")),
            run_history=timedelta(days=positive(values, "FAB_RUN_HISTORY_DAYS", RUN_HISTORY_DAYS, most=36500)),
            alert_command=_command(values.get("FAB_ALERT_COMMAND")),
            alert_webhook=_webhook(values.get("FAB_ALERT_WEBHOOK")),
            alert_price_move=positive(values, "FAB_ALERT_PRICE_MOVE", PRICE_MOVE),
            stale_after=timedelta(hours=positive(values, "FAB_ALERT_STALE_HOURS", STALE_HOURS, most=876000)),
        )

    @property
    def postgres_engine(self) -> str | None:
        """The same address as SQLAlchemy wants it: it names the driver that dagster-postgres brings, which is no longer the default."""
        return self.postgres.replace("://", f"+{_DRIVER}://", 1) if self.postgres else None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts that may stand in no log and no message, the longest first."""
        found: list[str] = []
        if self.postgres and (password := urlsplit(self.postgres).password):
            found += [self.postgres, password, unquote(password)]
        if self.alert_webhook:
            address = urlsplit(self.alert_webhook)
            # What comes after the host is the key of most chat services.
            found += [self.alert_webhook, *(part for part in (address.path.strip("/"), address.query, address.password) if part)]
        return tuple(sorted({text for text in found if text}, key=len, reverse=True))

    def redacted(self, text: str) -> str:
        """A text without the secrets."""
        return redacted(text, self.secrets)


def redacted(text: str, secrets: tuple[str, ...]) -> str:
    """A text in which each of the secrets is replaced by `HIDDEN`."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def _postgres(text: str | None) -> str | None:
    if not text:
        return None
    try:
        address = urlsplit(text)
        whole = (
            address.scheme in {"postgres", "postgresql", f"postgresql+{_DRIVER}"} and bool(address.path.strip("/")) and address.port != 0
        )
    except ValueError:
        whole = False
    if not whole:
        raise SettingsError("FAB_DAGSTER_POSTGRES is no database address; write postgresql://user:password@host:5432/database")
    # libpq takes the first two.
    return "postgresql" + text[text.index(":") :]


def _command(text: str | None) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text or ""))
    except ValueError as error:
        raise SettingsError(f"FAB_ALERT_COMMAND cannot be split into words: {str(error).lower()}; quote it as a shell would") from error


def _webhook(text: str | None) -> str | None:
    if not text:
        return None
    try:
        address = urlsplit(text)
        whole = address.scheme in {"http", "https"} and bool(address.hostname) and address.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise SettingsError("FAB_ALERT_WEBHOOK is no http:// or https:// address")
    return text
