"""The wire over MQTT, with TLS; the only module that knows the client library.

Letters go without acknowledgement (QoS 0): the protocol finds every gap by itself. The client library's own loop waits with
`select`, which knows no socket whose number is over 1023; a hall with many browsers has thousands. So the loop here waits
with
`poll`, as the library's documentation proposes for loops of others.
"""

import select
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.bus.wire import Hear, Letter, WireUser
from companion.threads import TendedThread
from companion.words import Text

KEEPALIVE_S = 10
"""A client that says nothing for one and a half times so long is taken for dead by the broker."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1, 5
"""How long the client waits before it connects again."""
TICK_MS = 1_000
"""How often the client looks whether its connection is still alive."""
MOST_AT_ONCE = 64
"""How many letters are taken before it is looked whether something is to be sent."""
ENDS_S = 10.0


@dataclass(frozen=True, slots=True)
class BrokerPlace:
    """The address of a broker, the authority of its certificate, and the password of the account there."""

    host: str
    port: int
    authority: Path
    password: str


class _ClosedAfterFailure(ssl.SSLSocket):
    """A socket that is closed when its handshake fails; the client library forgets it open, one at each new try."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class _Ear:
    """Takes what the client library calls with.

    The client refers to it and not to its wire: a client in a cycle would go in the garbage collector's order, where
    its sockets can go before it, still open.
    """

    def __init__(self, topics: tuple[str, ...]) -> None:
        self._topics = topics
        self.hear: Hear | None = None
        self.welcomed: Callable[[], None] | None = None
        self.refusal: str | None = None
        self.bell: socket.socket | None = None
        """Wakes the thread that waits for the broker."""

    def connected(self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self.refusal = str(reason)
            return
        self.refusal = None
        client.subscribe([(topic, 0) for topic in self._topics])

    def subscribed(self, _client: mqtt.Client, _data: Any, _number: int, _reasons: Any, _more: Any) -> None:
        """Say that the wire is open: from now on the broker hands over what is sent."""
        if self.welcomed is not None:
            self.welcomed()

    def ring(self, *_: object) -> None:
        """Say that something is to be sent, or that the wire is to be closed."""
        # A full bell rings already, and a closed one has nobody to wake.
        with suppress(OSError):
            if self.bell is not None:
                self.bell.send(b".")

    def came(self, _client: mqtt.Client, _data: Any, came: mqtt.MQTTMessage) -> None:
        if self.hear is not None:
            self.hear(Letter(came.topic, bytes(came.payload), came.retain))


class MqttWire:
    """A user's end of the wire over MQTT (see `Wire`)."""

    def __init__(self, place: BrokerPlace, user: WireUser) -> None:
        self._place = place
        self._user = user
        self._ear = _Ear(user.hears)
        self._client = self._new_client()
        self._closing = threading.Event()
        self._thread: TendedThread | None = None

    def open(self, hear: Hear, welcomed: Callable[[], None]) -> None:
        self._ear.hear, self._ear.welcomed = hear, welcomed
        self._client.connect_async(self._place.host, self._place.port, keepalive=KEEPALIVE_S)
        name, what = f"wire-{self._user.account}", Text("the connection to the broker")
        # The thread writes its failures into the log; who uses the wire sees that it is not connected.
        self._thread = TendedThread(name, what, self._serve, lambda _: None, self._closing)
        self._thread.start()

    def send(self, letter: Letter) -> bool:
        if not self.is_connected:
            return False
        sent = self._client.publish(letter.topic, letter.payload, qos=0, retain=letter.is_kept)
        return sent.rc == mqtt.MQTT_ERR_SUCCESS

    def close(self) -> None:
        self._closing.set()
        self._ear.ring()
        if self._thread is not None:
            self._thread.join(ENDS_S)
            self._thread = None

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected() and self._client.socket() is not None

    @property
    def refusal(self) -> str | None:
        """Why the broker refused the account, in the broker's words; None: it did not."""
        return self._ear.refusal

    def _serve(self) -> None:
        """Connect, and connect again when the connection ends, until the wire is closed."""
        bell, self._ear.bell = socket.socketpair()
        with bell, self._ear.bell:
            bell.setblocking(False)
            self._ear.bell.setblocking(False)
            wait_s = FIRST_WAIT_S
            while not self._closing.is_set():
                was_connected = False
                with suppress(OSError):
                    self._client.reconnect()
                    was_connected = self._move_letters(bell)
                wait_s = FIRST_WAIT_S if was_connected else wait_s
                self._closing.wait(wait_s)
                wait_s = min(LONGEST_WAIT_S, 2 * wait_s)

    def _move_letters(self, bell: socket.socket) -> bool:
        """Send and take letters until the connection ends; tell whether the broker had accepted it."""
        client, was_connected = self._client, False
        made = client.socket()
        assert isinstance(made, ssl.SSLSocket), "the client has a context for TLS"
        connection: ssl.SSLSocket = made
        poll = select.poll()
        poll.register(bell, select.POLLIN)
        with connection:
            while client.socket() is connection:
                if self._closing.is_set():
                    client.disconnect()
                poll.register(connection, select.POLLIN | (select.POLLOUT if client.want_write() else 0))
                has_more = connection.pending() > 0
                ready = dict(poll.poll(0 if has_more else TICK_MS))
                happened = ready.get(connection.fileno(), 0)
                if has_more or happened & ~select.POLLOUT:
                    self._read(connection)
                is_rung = bell.fileno() in ready
                if is_rung:
                    bell.recv(4096)
                if (is_rung or happened & select.POLLOUT) and client.socket() is connection:
                    # Also with nothing to send: the library rings again only after it was asked to write.
                    client.loop_write()
                client.loop_misc()
                was_connected = was_connected or client.is_connected()
        return was_connected

    def _read(self, connection: ssl.SSLSocket) -> None:
        """Take the letters that have come with one piece of TLS; the library takes one at a time."""
        for _ in range(MOST_AT_ONCE):
            self._client.loop_read()
            if self._client.socket() is not connection or not connection.pending():
                return

    def _new_client(self) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=self._user.account, protocol=mqtt.MQTTv311
        )
        context = ssl.create_default_context(cafile=str(self._place.authority))
        context.sslsocket_class = _ClosedAfterFailure
        # The authority is the hall's own and signs nothing else; a hall's address may change from evening to evening.
        context.check_hostname = False
        client.tls_set_context(context)
        client.username_pw_set(self._user.account, self._place.password)
        will = self._user.will
        if will is not None:
            client.will_set(will.topic, will.payload, qos=0, retain=will.is_kept)
        client.on_connect = self._ear.connected
        client.on_subscribe = self._ear.subscribed
        client.on_message = self._ear.came
        # With this the library leaves all writing to the loop: TLS takes one writer.
        client.on_socket_register_write = self._ear.ring
        return client
