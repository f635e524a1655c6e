"""Loaded by the server under test: every connection or look-up beyond loopback is refused and written down."""

import ipaddress
import os
import sys

_LOG = os.environ.get("NETWORK_LOG")


def _local(host: object) -> bool:
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host))
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _refuse_the_outside(event: str, arguments: tuple) -> None:
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    if not _local(host):
        if _LOG:
            with open(_LOG, "a", encoding="utf-8") as log:
                log.write(f"{event} {host!r}\n")
        raise OSError(f"the network is closed in this test: {event} {host!r}")


sys.addaudithook(_refuse_the_outside)
