"""Handing over: a command and a webhook on loopback; what hangs, fails or is not there takes little time and raises nothing."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fab_pipeline.pipeline import alert_hook
from fab_pipeline.pipeline.alert_hook import hand_over
from fab_pipeline.pipeline.alerts import Alert
from fab_pipeline.service_settings import ServiceSettings

MOVED = Alert("price_moved", "NVIDIA H100", "moved +30% 卡")
FACTS = {"release_id": "r1"}


class Receiver(ThreadingHTTPServer):
    """A webhook that keeps what it gets and answers as told."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[dict] = []
        self.status = 200
        self.silent_seconds = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/services/geheim"


class Handler(BaseHTTPRequestHandler):
    """Keeps what is posted."""

    def do_POST(self) -> None:
        assert isinstance(self.server, Receiver)
        self.server.received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        time.sleep(self.server.silent_seconds)
        self.send_response(self.server.status)
        self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def command(code: str) -> ServiceSettings:
    return ServiceSettings(alert_command=(sys.executable, "-c", code))


def test_the_webhook_gets_a_text_for_people_and_the_alerts_for_programs(receiver: Receiver):
    assert hand_over(ServiceSettings(alert_webhook=receiver.url), [MOVED, MOVED], FACTS) == []
    (message,) = receiver.received
    assert message["text"] == "moved +30% 卡\nmoved +30% 卡"
    assert message["alerts"][0] == {"release_id": "r1", "kind": "price_moved", "subject": "NVIDIA H100", "message": "moved +30% 卡"}


def test_the_command_gets_one_json_line_per_alert(tmp_path: Path):
    kept = tmp_path / "kept"
    service = command(f"import sys; open({str(kept)!r}, 'wb').write(sys.stdin.buffer.read())")
    assert hand_over(service, [MOVED, MOVED], FACTS) == []
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert [(line["kind"], line["message"]) for line in lines] == [("price_moved", "moved +30% 卡")] * 2


def test_the_command_gets_no_secret_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("FAB_KEY_LAMBDA", "FAB_DAGSTER_POSTGRES", "FAB_ALERT_WEBHOOK", "FAB_HOME"):
        monkeypatch.setenv(name, "x")
    kept = tmp_path / "kept"
    hand_over(command(f"import os; open({str(kept)!r}, 'w').write(' '.join(n for n in os.environ if n.startswith('FAB_')))"), [MOVED], {})
    assert kept.read_text() == "FAB_HOME"


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_webhook_that_refuses_or_points_elsewhere_is_one_line(receiver: Receiver, status: int):
    receiver.status = status
    assert hand_over(ServiceSettings(alert_webhook=receiver.url), [MOVED], FACTS) == [f"the alert webhook answered {status}"]
    assert len(receiver.received) == 1


def test_a_webhook_that_is_not_there_is_one_line_without_its_key(receiver: Receiver):
    url = receiver.url
    receiver.server_close()
    (line,) = hand_over(ServiceSettings(alert_webhook=url), [MOVED], FACTS)
    assert line == "the alert webhook does not answer: ConnectionError"


@pytest.mark.parametrize("url", ["http://a..b/x", "https://\N{SNOWMAN}.invalid\x00/"])
def test_an_address_that_cannot_be_is_one_line(url: str):
    (line,) = hand_over(ServiceSettings(alert_webhook=url), [MOVED], FACTS)
    assert line.startswith("the alert webhook does not answer: ")


def test_a_silent_webhook_and_a_command_that_hangs_cost_a_bounded_time(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(alert_hook, "SECONDS", 0.3)
    receiver.silent_seconds = 3.0
    service = ServiceSettings(alert_webhook=receiver.url, alert_command=(sys.executable, "-c", "import time; time.sleep(60)"))
    started = time.monotonic()
    faults = hand_over(service, [MOVED], FACTS)
    assert time.monotonic() - started < 2.5
    assert sorted(faults) == ["the alert command took more than 0.3 s and was ended", "the alert webhook does not answer: ReadTimeout"]


def test_a_command_that_fails_or_is_not_there_is_one_line():
    assert hand_over(command("raise SystemExit(3)"), [MOVED], FACTS) == ["the alert command ended with code 3"]
    (line,) = hand_over(ServiceSettings(alert_command=("/no/such/command",)), [MOVED], FACTS)
    assert line.startswith("the alert command cannot be started: no such file or directory")


def test_a_command_that_reads_nothing_is_none_the_worse():
    many = [Alert("price_moved", str(number), "x" * 5000) for number in range(50)]
    assert hand_over(command("pass"), many, FACTS) == []
