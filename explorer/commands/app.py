"""`app`: open the explorer in the browser."""

import argparse
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Any

from explorer.assets import root
from explorer.errors import ExplorerError
from explorer.language import text


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--port", type=int, help=text("commands.app.port"))
    parser.add_argument("--address", default="localhost", help=text("commands.app.address"))
    parser.add_argument("--no-browser", action="store_true", help=text("commands.app.no_browser"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Serve until the server is stopped; what the server says goes to stderr, where the address can be read."""
    command = server(arguments.port, arguments.address, headless=arguments.no_browser)
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is born deaf to Ctrl-C until it can stop in order
    with subprocess.Popen(command, stdout=sys.stderr.fileno()) as serving:
        try:
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # who stops us stops the server
            signal.signal(signal.SIGINT, heard)
            serving.wait()
        except KeyboardInterrupt:
            _stop(serving)
        code = serving.wait()
    if code > 0:
        raise ExplorerError("server_failed", code=code)
    return {"stopped": True}


def _stop(serving: "subprocess.Popen[bytes]") -> None:
    """End the server in order, and by force where it does not hear: one that is just beginning loses a request."""
    for end in (serving.terminate, serving.terminate, serving.kill):
        end()
        with suppress(subprocess.TimeoutExpired):
            serving.wait(timeout=3)
            return


def server(port: int | None, address: str, *, headless: bool) -> list[str]:
    """The command that serves the app; without a port Streamlit takes 8501, or the next that is free.

    Raises ExplorerError where the port is none or taken, or the address is another computer's.
    """
    command = [sys.executable, "-m", "explorer.serving", str(root() / "app.py"), f"--server.address={address}"]
    _require_free(port, address)
    if port is not None:
        command.append(f"--server.port={port}")
    if headless:
        command.append("--server.headless=true")
    return command


def _require_free(port: int | None, address: str) -> None:
    """Raises ExplorerError where nothing can listen at the address, at any port or at this one."""
    if port is not None and not 1 <= port <= 65535:
        raise ExplorerError("port_out_of_range", port=port)
    try:
        _listen(0, address)
    except (OSError, UnicodeError) as error:
        raise ExplorerError("address_elsewhere", address=address) from error
    try:
        _listen(port or 0, address)
    except OSError as error:
        raise ExplorerError("port_taken", port=port, address=address) from error


def _listen(port: int, address: str) -> None:
    family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)


def table(result: dict[str, Any]) -> str:
    """A line for a person whose terminal is free again."""
    return text("commands.app.stopped")
