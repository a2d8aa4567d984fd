"""`companion sound`: lists sound devices, plays the cues, and tests loudspeaker and microphone."""

import argparse

from companion.cli.options import add_data, add_language, percent, said_in
from companion.cue import Cue
from companion.words import Text

ALL = "all"


def add_common(action: argparse.ArgumentParser, name: str, language: str) -> None:
    said = said_in(language)
    add_language(action, language)
    if name == "play":
        action.add_argument(
            "cues",
            metavar="CUE",
            nargs="+",
            choices=[*map(str, Cue), ALL],
            help=said(Text("a cue, or all: {cues}", cues=", ".join(Cue))),
        )
    if name in ("play", "test"):
        action.add_argument(
            "--device", metavar="NAME", help=said(Text("the loudspeaker: its number, or a part of its name"))
        )
        action.add_argument(
            "--volume",
            type=percent,
            default=100,
            metavar="N",
            help=said(Text("how loud, in percent: 0 to 200")),
        )
    if name == "test":
        action.add_argument(
            "--microphone",
            metavar="NAME",
            help=said(Text("the microphone: its number, or a part of its name")),
        )
    if name == "play":
        add_data(action, said)
