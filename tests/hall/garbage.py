"""Letters that no honest table sends: each field of each message with each kind of value, and bodies that chain correctly."""

import copy
import json
from collections.abc import Iterator
from typing import Any

from companion.bus.messages import LogNews, payload_of
from companion.bus.wire import FROM_TABLE, RETAINED, Letter, TableTopic, TopicPart
from companion.storage.chain import Kind, link_hash
from companion.storage.outbox import NOTHING_YET, ChainedRecord

HASH = "a" * 64
RECORD = {"n": 1, "kind": "play", "seq": 1, "body": "{}", "hash": HASH, "match": "m"}
WORDS = {"en": "turn 2", "fr": "tour 2"}
MESSAGES: dict[TopicPart, dict[str, Any]] = {
    TopicPart.UP: {"is_up": True, "version": "0.1.0"},
    TopicPart.HEAD: {"log": "l", "n": 1, "hash": HASH, "match": "m", "seq": 1, "cites": "k"},
    TopicPart.LOG: {"log": "l", "records": [RECORD]},
    TopicPart.ANSWER: {
        "log": "l", "have": 0, "is_known": True, "records": [RECORD],
        "piece": {"record": RECORD, "at": 0, "of": 9},
    },
    TopicPart.VIEW: {
        "match": "m", "seq": 1, "game": "ouaf", "headline": WORDS, "waits": [WORDS], "pauses": ["x"],
        "sides": [{"seat": "home", "name": WORDS, "role": "home", "score": 1, "marks": [WORDS]}],
        "clocks": [{"name": "turn", "left_ms": 1, "is_running": True, "title": WORDS}],
        "is_over": False, "is_reviewed": False, "result": WORDS, "last": {"says": WORDS, "is_ruling": True},
        "contest": {
            "title": WORDS, "foul_percent": 1, "level_percent": 1, "outcome": WORDS,
            "scales": [{
                "seat": "home", "role": WORDS, "total": 1, "chance_percent": 5, "has_won": True,
                "lines": [{"says": WORDS, "amount": "1", "is_under": True}],
            }],
        },
    },
    TopicPart.REPORT: {
        "machine": {"disk_free_mb": 1, "celsius": 50}, "match": "m", "puzzle": WORDS, "is_deciding": True,
        "question": {"key": "q", "asks": WORDS, "options": [WORDS]},
        "difference": {"key": "q", "says": [WORDS]}, "call": {"id": "c", "coming": "Anna"},
        "devices": [{"device": "camera", "says": WORDS}], "protests": 1, "settings": [WORDS],
    },
    TopicPart.DONE: {"id": "i", "outcome": "refused", "seq": 1, "says": WORDS},
    TopicPart.PICTURE: {"match": "m", "seen": "c", "at": 0, "of": 3, "jpeg": "AAAA"},
}  # fmt: skip
"""A message of each kind that a table sends, with every field."""
VALUES: tuple[Any, ...] = (
    10**30, -(10**30), -1, 1.5, 1e308, "", "\ud800", "a\0b", "--5", "x y", "{p0} %s <b>", "é" * 500, None, True, [], {},
    [[[[]]]], [0] * 300, {"en": 1, "fr": []}, {"\ud800": 1},
)  # fmt: skip
"""What may stand in a field."""
PAYLOADS = (
    b"", b"\xff\xfe", b"\xed\xa0\x80", b"[", b"[" * 50_000, b'{"a":' * 9_000, b"[" * 100_000, b"null", b"{}", b"[]", b"1",
    b"NaN", b'{"\\ud800":1,"\\ud800":2}', b'{"a":Infinity}', b'{"a":1e999}', b'{"a":' + b"9" * 5_000 + b"}", b'{"a":1,"a":2}', b'"\\ud800"', b"\0" * 1_000,
    b"{" + b",".join(b'"%d":1' % n for n in range(5_000)) + b',"1":2}', b" " * 300_000, b"[" + b"1," * 90_000 + b"1]",
    b"[" + b'"",' * 90_000 + b"1]", b"x" * 4_000_001,
)  # fmt: skip
"""What a letter may be as a whole."""


def letter(account: str, part: TopicPart, payload: bytes) -> Letter:
    return Letter(str(TableTopic(account, part)), payload, part in RETAINED)


def garbage(account: str, part: TopicPart) -> Iterator[Letter]:
    """Yield every kind of garbage as a letter of one kind: damaged as a whole, and then field by field."""
    for payload in PAYLOADS:
        yield letter(account, part, payload)
    for path in _paths(MESSAGES[part]):
        for value in VALUES:
            yield letter(account, part, json.dumps(_with(MESSAGES[part], path, value)).encode())


def every_garbage(account: str) -> Iterator[Letter]:
    for part in FROM_TABLE:
        yield from garbage(account, part)


def _paths(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield (*here, key)
        yield from _paths(item, (*here, key))


def _with(message: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed: Any = copy.deepcopy(message)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed  # type: ignore[no-any-return]


def chained(
    log: str, bodies: list[tuple[str, str]], *, after: ChainedRecord | None = None
) -> list[ChainedRecord]:
    """Return records of these kinds and bodies whose hashes follow each other, whatever they say."""
    records: list[ChainedRecord] = []
    for kind, body in bodies:
        n, before = (1, NOTHING_YET) if after is None else (after.n + 1, after.hash)
        hashed = link_hash(log, bytes.fromhex(before), n, kind, body).hex()
        after = ChainedRecord(n, kind, 0 if kind == Kind.MATCH else n, body, hashed, "m")
        records.append(after)
    return records


def news(account: str, log: str, records: list[ChainedRecord]) -> Letter:
    return letter(account, TopicPart.LOG, payload_of(LogNews(log, tuple(records))))


HEAD = '{"export":"companion","form":1,"match":"m","game":"%s","rules_version":"1","created_at_ms":%s}'
BODIES = [
    *(HEAD % ("ouaf", at_ms) for at_ms in ("1" + "0" * 30, "-5", "Infinity", "NaN", "1e400", '"x"', "null", "[]")),
    HEAD % ("\\ud800", "1"), HEAD % ("x" * 500, "1"), HEAD % ("\\u0000", "1"), "[" * 100_000, '{"a":' * 100_000, "", "null",
    "[]", "{}", "\n\n\n", '{"game":"ouaf"}', "{" * 3, HEAD % ("ouaf", "9" * 5_000),
]  # fmt: skip
"""Bodies of the first record of a match that break whoever believes them; their records chain correctly."""
