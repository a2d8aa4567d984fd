"""Describes the state of a kiosk's machine for its staff: how often it restarted, and the last error."""

from datetime import datetime

from companion.kiosk.recoveries import MOST_RECOVERIES, Recoveries
from companion.words import Text


def standing(recoveries: Recoveries) -> tuple[Text, ...]:
    """Return one line for each fact about the machine."""
    count = Text(
        "restarts since the machine was switched on: {count} of at most {most}",
        count=recoveries.count,
        most=MOST_RECOVERIES,
    )
    if recoveries.fault is None:
        return count, Text("no error is known")
    at = datetime.fromtimestamp(recoveries.fault.at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
    return count, Text("last error, {time}: {problem}", time=at, problem=recoveries.fault.says)


def wait_told(wait_ms: int) -> Text:
    """Return a sentence with the time during which no PIN is accepted."""
    seconds = -(-wait_ms // 1000)
    return Text("too many wrong tries: wait {seconds} s", seconds=seconds)
