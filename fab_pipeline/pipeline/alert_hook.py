"""Handing alerts over: to a command as JSON lines, to a webhook as one JSON object.

Belongs here: the two ways, bounded in time, that raise nothing and print no secret. Does not belong here: which alerts (see `alerts`).
"""

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from threading import Thread
from typing import Any, Final

import requests
import urllib3

from fab_pipeline.files import os_reason
from fab_pipeline.pipeline.alerts import Alert
from fab_pipeline.service_settings import ServiceSettings

SECONDS: Final = 10.0
"""How long the work may be kept waiting by whoever is told."""

_KEPT_BACK: Final = ("FAB_KEY_", "FAB_DAGSTER_POSTGRES", "FAB_ALERT_WEBHOOK")
"""Beginnings of the names of variables that the command does not get."""


def hand_over(service: ServiceSettings, alerts: Sequence[Alert], facts: dict[str, str]) -> list[str]:
    """Hand alerts to the command and to the webhook, side by side.

    Args:
        service: where to.
        alerts: at least one, and few enough for one message.
        facts: what belongs to all of them, e.g. release_id.

    Returns:
        One line per way that failed, without secrets; empty where all went well, or nothing is set.
    """
    faults: dict[str, str] = {}
    rows = [{**facts, **asdict(alert)} for alert in alerts]
    ways = {"command": _command, "webhook": _webhook}
    threads: dict[str, Thread] = {}

    def told(name: str) -> None:
        if fault := ways[name](service, rows):
            faults[name] = f"the alert {name} {fault}"

    for name, wanted in (("command", service.alert_command), ("webhook", service.alert_webhook)):
        if wanted:
            threads[name] = Thread(target=told, args=(name,), daemon=True)
            threads[name].start()
    for name, thread in threads.items():
        thread.join(SECONDS + 2)
        if thread.is_alive():
            faults.setdefault(name, f"the alert {name} took more than {SECONDS:g} s")
    return [service.redacted(line) for line in list(faults.values())]


def _command(service: ServiceSettings, rows: Sequence[dict[str, Any]]) -> str | None:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "backslashreplace")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_KEPT_BACK)}
    try:
        process = subprocess.Popen(  # noqa: S603 - the operator's own command, split into words, without a shell
            service.alert_command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        return f"cannot be started: {os_reason(error)}"
    try:
        process.communicate(lines, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS:g} s and was ended"
    finally:
        _end(process)
    return f"ended with code {process.returncode}" if process.returncode else None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the command and what it started, where it has not ended by itself."""
    if process.poll() is None:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if os.name != "nt" else process.kill()
        process.wait()


def _webhook(service: ServiceSettings, rows: Sequence[dict[str, Any]]) -> str | None:
    message = {"text": "\n".join(row["message"] for row in rows), "alerts": list(rows)}
    body = json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace")
    try:
        with requests.post(
            service.alert_webhook or "",
            data=body,
            headers={"Content-Type": "application/json; charset=utf-8"},
            timeout=(SECONDS / 2, SECONDS),
            allow_redirects=False,
            stream=True,  # what it answers is not read
        ) as answer:
            return None if answer.ok and not answer.is_redirect else f"answered {answer.status_code}"
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
        # Their texts hold the address, and with it the key.
        return f"does not answer: {type(error).__name__}"
