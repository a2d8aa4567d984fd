"""The wire over MQTT, with TLS; the only module that knows the client library.

Letters go without acknowledgement (QoS 0): the protocol finds every gap by itself.
"""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.bus.wire import Hear, Letter, WireUser

KEEPALIVE_S = 10
"""A client that says nothing for one and a half times so long is taken for dead by the broker."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1, 5
"""How long the client waits before it connects again."""


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

    def open(self, hear: Hear, welcomed: Callable[[], None]) -> None:
        self._ear.hear, self._ear.welcomed = hear, welcomed
        self._client.connect_async(self._place.host, self._place.port, keepalive=KEEPALIVE_S)
        # The library's own thread: only then does it leave all writing to that thread, and TLS takes one writer.
        self._client.loop_start()

    def send(self, letter: Letter) -> bool:
        if not self._client.is_connected():
            return False
        sent = self._client.publish(letter.topic, letter.payload, qos=0, retain=letter.is_kept)
        return sent.rc == mqtt.MQTT_ERR_SUCCESS

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def is_connected(self) -> bool:
        return self._client.is_connected()

    @property
    def refusal(self) -> str | None:
        """Why the broker refused the account, in the broker's words; None: it did not."""
        return self._ear.refusal

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
        client.reconnect_delay_set(FIRST_WAIT_S, LONGEST_WAIT_S)
        will = self._user.will
        if will is not None:
            client.will_set(will.topic, will.payload, qos=0, retain=will.is_kept)
        client.on_connect = self._ear.connected
        client.on_subscribe = self._ear.subscribed
        client.on_message = self._ear.came
        return client
