"""The session itself: encrypted connections, proxies, the rate per host, memory."""

import shutil
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from fab_pipeline.collecting.faults import AnswerFault
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.network import Network
from fab_pipeline.sources.fetching import Fetching, Request
from fab_pipeline_tests.collecting import vendor_server as vendors
from fab_pipeline_tests.collecting.vendor_server import Asked, VendorServer, Wire, bytes_answer, serving

NETWORK = Network(contact="ops@lab.example", connect_timeout_seconds=5, read_timeout_seconds=5, source_deadline_seconds=20)


@pytest.fixture
def server() -> Iterator[VendorServer]:
    with serving() as running:
        yield running


def asked_for(url: str, network: Network = NETWORK, **fetching: object) -> bytes:
    """One answer."""
    declared = Fetching(first=(Request(url),), hosts=frozenset({"127.0.0.1", "prices.example"}), requests_per_second=500)
    declared = replace(declared, **fetching)  # pyright: ignore
    with LiveSession(network, retry_backoff=0.01) as session, session.conversation(declared) as conversation:
        return conversation.ask(declared.first[0], 50_000_000).body


@pytest.fixture
def encrypted(server: VendorServer, tmp_path: Path) -> Path:
    """The server behind a certificate that nobody knows; gives the certificate."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl to make a certificate with")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    options = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=127.0.0.1",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
    ]
    subprocess.run([openssl, *options, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    return certificate


def test_a_certificate_of_ones_own_is_trusted_when_told(server: VendorServer, encrypted: Path) -> None:
    server.routes["/list"] = bytes_answer(b"prices", "text/plain")
    url = f"https://127.0.0.1:{server.server_port}/list"
    assert asked_for(url, replace(NETWORK, ca_bundle=encrypted)) == b"prices"
    with pytest.raises(AnswerFault, match="FAB_CA_BUNDLE") as fault:
        asked_for(url)
    assert fault.value.reason == "tls_failed"


def test_encrypted_slow_bytes_end_with_the_deadline_too(server: VendorServer, encrypted: Path) -> None:
    server.routes["/list"] = vendors.slow_bytes(30)
    began = time.monotonic()
    with pytest.raises(AnswerFault, match="deadline_passed"):
        asked_for(f"https://127.0.0.1:{server.server_port}/list", replace(NETWORK, ca_bundle=encrypted, source_deadline_seconds=1.0))
    assert time.monotonic() - began < 15


def test_unencrypted_servers_are_only_asked_on_this_machine() -> None:
    with pytest.raises(AnswerFault, match="only https is asked"):
        asked_for("http://prices.example/list")


class _TunnelSpy(ThreadingHTTPServer):
    """Notes what a proxy is asked for, and refuses it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Refusing)
        self.lines: list[tuple[str, str | None]] = []


class _Refusing(Wire):
    def do_CONNECT(self) -> None:  # noqa: N802
        spy: _TunnelSpy = self.server  # pyright: ignore
        spy.lines.append((self.path, self.headers.get("proxy-authorization")))
        self.answer(407, b"")


def test_servers_elsewhere_are_asked_through_the_proxy_and_its_password_is_told_to_nobody_else() -> None:
    spy = _TunnelSpy()
    threading.Thread(target=spy.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        network = replace(NETWORK, proxy=f"http://me:hidden@127.0.0.1:{spy.server_port}")
        with pytest.raises(AnswerFault, match="see FAB_PROXY") as fault:
            asked_for("https://prices.example/list", network)
        assert spy.lines
        assert spy.lines[0][0] == "prices.example:443"
        assert spy.lines[0][1] is not None
        assert "hidden" not in f"{fault.value} {fault.value.__cause__} {network!r}"
    finally:
        spy.shutdown()
        spy.server_close()


def test_this_machine_is_never_asked_through_a_proxy(server: VendorServer) -> None:
    server.routes["/list"] = bytes_answer(b"prices", "text/plain")
    assert asked_for(f"{server.base}/list", replace(NETWORK, proxy="http://127.0.0.1:9")) == b"prices"


def test_a_host_is_asked_no_more_often_than_declared_whoever_asks(server: VendorServer) -> None:
    """Two sources on one host share its limiter: six questions at ten a second take half a second at least."""
    moments: list[float] = []

    def route(wire: Wire, _: Asked) -> None:
        moments.append(time.monotonic())
        wire.answer(200, b"prices", content_type="text/plain")

    server.routes["/list"] = route
    declared = Fetching(first=(Request(f"{server.base}/list"),), hosts=frozenset({"127.0.0.1"}), requests_per_second=10)

    with LiveSession(NETWORK) as session:

        def ask_thrice() -> None:
            with session.conversation(declared) as conversation:
                for _ in range(3):
                    conversation.ask(declared.first[0], 1000)

        askers = [threading.Thread(target=ask_thrice) for _ in range(2)]
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
    assert len(moments) == 6
    assert max(moments) - min(moments) >= 0.45


_MEASURED = """
import resource, sys, tempfile
from pathlib import Path
from fab_pipeline_tests.collecting.test_session import NETWORK
from fab_pipeline_tests.pipeline.live import Lab
from dataclasses import replace
from fab_pipeline.settings import Settings
class Server:
    base = sys.argv[1]
lab = Lab(Server(), Settings(home=Path(sys.argv[2]), shipped=Path(sys.argv[2]), network=replace(NETWORK, source_deadline_seconds=30)))
entry = lab.collect("oracle", {})
print(entry.outcome, entry.reason)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


_MEASURED_MANY = """
import resource, sys
from dataclasses import replace
from pathlib import Path
from fab_pipeline.collecting.captures import Archive
from fab_pipeline.collecting.session import LiveSession
from fab_pipeline.pipeline.collect_live import collect_live
from fab_pipeline.settings import Settings
from fab_pipeline_tests.collecting.test_session import NETWORK
network = replace(NETWORK, mirror=sys.argv[1], source_deadline_seconds=100)
settings = Settings(home=Path(sys.argv[2]), shipped=Path(sys.argv[2]), network=network)
with LiveSession(network, retry_backoff=0.01) as session:
    collection = collect_live(settings, Archive(settings.captures), session, sys.argv[3:])
print(*sorted({outcome.line.partition(":")[0] for outcome in collection.outcomes}))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
MANY = ("aws", "azure", "oracle", "runpod", "vast", "vultr", "linode", "lium")


@pytest.mark.slow
def test_bombs_of_many_sources_at_once_stay_below_500_megabytes_too(server: VendorServer, tmp_path: Path) -> None:
    zeros = vendors.packed_zeros(2_000_000_000)
    server.routes["*"] = bytes_answer(zeros, "application/json", content_encoding="gzip")
    command = [sys.executable, "-c", _MEASURED_MANY, server.base, str(tmp_path), *MANY]
    result = subprocess.run(command, capture_output=True, text=True, timeout=110, check=True)
    said, peak = result.stdout.splitlines()
    assert said == "too_large"
    assert int(peak) < 500


@pytest.mark.slow
@pytest.mark.parametrize(
    ("route", "outcome"),
    [
        (vendors.bomb(2_000_000_000), "rejected too_large"),
        (vendors.bomb(2_000_000_000, 500), "failed "),
        (vendors.flood(), "rejected too_large"),
        (vendors.flood(503), "rejected too_large"),
    ],
    ids=["bomb", "bomb as an error", "flood", "flood as an error"],
)
def test_two_gigabytes_are_stopped_below_500_megabytes_of_memory(
    server: VendorServer, tmp_path: Path, route: vendors.Route, outcome: str
) -> None:
    server.routes["/apexapps.oracle.com/pls/apex/cetools/api/v1/products/"] = route
    command = [sys.executable, "-c", _MEASURED, server.base, str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=150, check=True)
    said, peak = result.stdout.splitlines()
    assert said.startswith(outcome)
    assert int(peak) < 500
