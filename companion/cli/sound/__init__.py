"""`companion sound`: which devices there are, how the cues sound, and whether loudspeaker and microphone work."""

import argparse

from companion.cli.actions import Actions, Said
from companion.cli.main import add_language
from companion.cli.options import add_data, percent
from companion.cue import Cue
from companion.words import Text

SUMMARY = Text("hear the cues, and try loudspeaker and microphone")
ALL = "all"

ACTIONS: dict[str, tuple[str, Text]] = {
    "list": ("listing", Text("list the loudspeakers and microphones of this machine")),
    "play": ("playing", Text("play cues, with your own voice pack where there is one")),
    "test": ("testing", Text("play a tone, and say what the microphone hears of it")),
    "listen": ("listening", Text("say when the microphone hears dice, until you stop it")),
}
"""Each is a module of this package with `run(args)`, imported only when it is wanted: numpy takes its time."""
_ACTIONS = Actions(__name__, ACTIONS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")

    def own(name: str, action: argparse.ArgumentParser, said: Said) -> None:
        _add_own(name, action, said)
        if name == "play":
            add_data(action, language)

    _ACTIONS.add_to(parser, add_language, own)


def _add_own(name: str, action: argparse.ArgumentParser, said: Said) -> None:
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
    if name in ("test", "listen"):
        action.add_argument(
            "--microphone",
            metavar="NAME",
            help=said(Text("the microphone: its number, or a part of its name")),
        )


def run(args: argparse.Namespace) -> int:
    """Do what was asked; the exit code."""
    return _ACTIONS.run(args)
