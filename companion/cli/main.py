"""`companion`: finds the command, imports that one only, and turns accidents into one line and an exit code.

Each command is a module of this package with `SUMMARY`, `add_arguments(parser)` and `run(args) -> exit code`.
`companion --help` imports none of them, and answers at once.
"""

import argparse
import contextlib
import gettext
import importlib
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any, NoReturn

from companion.cli.files import called_as
from companion.errors import CompanionError
from companion.words import DOMAIN, LANGUAGES, LOCALE_DIR, N_, Text, language_of, translate

COMMANDS: dict[str, Text] = {
    "demo": Text("play a whole demonstration match, told line by line"),
    "play": Text("play at a screen: matches, questions, referee, kiosk"),
    "watch": Text("referee a match through a camera, a stream or a film, and a dice tower"),
    "referee": Text("judge a match written as a script, one JSON object a line"),
    "matches": Text("list, show, export, import and resume the matches that were recorded"),
    "cards": Text("enter your own cards, look at them, check them, and move them in and out as tables"),
    "look": Text("say what is seen in pictures: codes, tags, printed references, dice"),
    "mat": Text("show where the zones, markers and tokens of a game's mat are, in millimetres"),
    "print": Text(
        "print mats, stickers, demonstration cards, tokens, command cards and targets, as PDF in true size"
    ),
    "tower": Text("look after the dice tower: a virtual one, a live view, commands, a long trial, an audit"),
    "sound": Text("hear the cues, and try loudspeaker and microphone"),
    "calibrate": Text("make camera, table, light, dice, tower and sound ready for play"),
    "kiosk": Text("make this machine a kiosk that starts by itself: install, PIN, status"),
    "doctor": Text("say what works on this machine, what does not, and what to type"),
    "screenshots": Text(
        "draw every screen in its main states, in both languages, as PNG; no display is needed"
    ),
    "bench": Text("measure what the program can do on this machine"),
}
BEGIN_WITH = (
    ("demo", Text("watch a whole match first: nothing is needed for it, neither cards nor a camera")),
    ("play", Text("open the screens, set a match up and play it, with or without a camera")),
    ("doctor", Text("see what works on this machine, and what to type where something does not")),
)
"""What a newcomer types first."""
EXIT_ACCIDENT = 2
ARGPARSE_SAYS = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("expected one argument"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("argument %(argument_name)s: %(message)s"),
)
"""What argparse looks up in our catalogue for its own sentences."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    language = _language(arguments)
    _speak(language)
    for stream in (sys.stdout, sys.stderr):
        _write_utf8(stream)
    try:
        name, rest = _command(arguments, language)
        module = importlib.import_module(f"companion.cli.{name}")
        parser = Parser(prog=f"companion {name}", description=described(module, language))
        add_language(parser, language)
        module.add_arguments(parser)
        args = parser.parse_args(rest)
        args.is_language_asked = _asked_language(arguments) is not None
        return int(module.run(args))
    except CompanionError as problem:
        print(f"companion: {translate(problem.message, language)}", file=sys.stderr)
        return EXIT_ACCIDENT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read has gone (`| head`): nothing more to say, and nothing left to flush at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_ACCIDENT


SAYS, TYPED = "      ", "  "
"""How far lines of a help are indented: what a line to be typed does, and such a line itself. Only the first are filled."""


class Paragraphs(argparse.HelpFormatter):
    """Fills paragraphs one by one, with their indent, and leaves alone what is to be typed."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(self._filled(f"{indent}{line}", width) for line in text.splitlines())

    @staticmethod
    def _filled(line: str, width: int) -> str:
        words = line.lstrip()
        margin = line[: len(line) - len(words)]
        if margin not in ("", SAYS):
            return line
        return textwrap.fill(words, width, initial_indent=margin, subsequent_indent=margin)


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments in one line, after the usage. Descriptions may have several paragraphs."""

    def __init__(self, *, formatter_class: Any = Paragraphs, **options: Any) -> None:
        super().__init__(formatter_class=formatter_class, **options)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_ACCIDENT, f"{self.prog}: {message}\n")


def described(module: Any, language: str) -> str:
    """What a command is for; with what a newcomer wants to know, if its module says so in `ABOUT`, and `EXAMPLES`: each a
    line that can be typed, and what it does.
    """
    told = [translate(text, language) for text in (module.SUMMARY, *getattr(module, "ABOUT", ()))]
    examples = [
        line
        for typed, does in getattr(module, "EXAMPLES", ())
        for line in (TYPED + called_as(typed), SAYS + translate(does, language))
    ]
    return "\n\n".join([*told, *(["\n".join(examples)] if examples else [])])


def add_language(parser: argparse.ArgumentParser, language: str) -> None:
    """Every command takes `--lang`."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language,
        help=translate(
            Text("language of messages and labels; without it, that of the environment"), language
        ),
    )


def _command(arguments: list[str], language: str) -> tuple[str, list[str]]:
    parser = Parser(
        prog="companion",
        description=translate(
            Text("The companion of the games table: it referees, and shows why."), language
        ),
        epilog="\n".join(_commands(language)),
    )
    add_language(parser, language)
    parser.add_argument(
        "command",
        metavar="COMMAND",
        choices=list(COMMANDS),
        help=translate(Text("one of those below"), language),
    )
    parser.add_argument("rest", metavar="...", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    if not _is_command_typed(arguments):
        parser.print_help()
        parser.exit(EXIT_ACCIDENT)
    args = parser.parse_args(arguments)
    return args.command, args.rest


def _is_command_typed(arguments: Sequence[str]) -> bool:
    """Whether anything was typed that is not the language, or a call for help."""
    asks = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    asks.add_argument("--lang")
    try:
        _, rest = asks.parse_known_args(list(arguments))
    except (argparse.ArgumentError, SystemExit):
        return True
    return bool(rest)


def _commands(language: str) -> list[str]:
    """The commands with a line each, and above them where to begin."""
    wide = max(map(len, COMMANDS)) + 2
    margin = " " * (wide + 2)
    columns = max(40, shutil.get_terminal_size().columns - 2)
    lines = [translate(Text("where to begin:"), language)]
    for typed, does in BEGIN_WITH:
        lines += [TYPED + called_as(typed), SAYS + translate(does, language)]
    lines += ["", translate(Text("commands:"), language)]
    for name, summary in COMMANDS.items():
        told = f"  {name:<{wide}}{translate(summary, language)}"
        lines += textwrap.wrap(told, columns, subsequent_indent=margin, break_long_words=False)
    return [*lines, "", translate(Text("`companion COMMAND --help` says what a command can do"), language)]


def _language(arguments: Sequence[str]) -> str:
    """The language is wanted before anything else is read, for the help itself is written in it."""
    return _asked_language(arguments) or language_of(os.environ)


def _asked_language(arguments: Sequence[str]) -> str | None:
    """The language that was typed, before or after the command; None: that of the environment will do."""
    asked = None
    for n, word in enumerate(arguments):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and n + 1 < len(arguments):
            value = arguments[n + 1]
        if value in LANGUAGES:
            asked = value
    return asked


def _speak(language: str) -> None:
    """Argparse says its own words through gettext's default domain: make it ours."""
    gettext.bindtextdomain(DOMAIN, str(LOCALE_DIR))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language


def _write_utf8(stream: Any) -> None:
    """JSON Lines are UTF-8 whatever the terminal says; half a character pair is written as JSON escapes it."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
