"""`companion`: finds the command, imports only its module, and turns errors into one line and an exit code.

Commands stand in `companion.cli.commands`.
`companion --help` imports none of them, and answers at once.
"""

import argparse
import contextlib
import difflib
import gettext
import importlib
import os
import shlex
import shutil
import signal
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from companion.cli.commands import COMMANDS, CommandEntry
from companion.cli.opening import open_early
from companion.cli.options import add_language, said_in
from companion.errors import CompanionError
from companion.system_errors import system_says
from companion.version import program_version
from companion.words import DOMAIN, LANGUAGES, LOCALE_DIR, N_, Program, Text, language_of, translate

BEGIN_WITH = (
    ("demo", Text("watch a whole match first; this needs neither cards nor a camera")),
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
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
    N_("one of the arguments %s is required"),
    N_("unrecognized arguments: %s"),
    N_("the following arguments are required: %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("there is no %(value)r; did you mean %(near)r?"),
)
"""What argparse looks up in our catalogue for its own sentences, and one of ours that stands in its place."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    open_early(arguments)
    language = _language(arguments)
    data: str | None = None
    _speak(language)
    Program.name = called_as()
    for stream in (sys.stdout, sys.stderr):
        _write_utf8(stream)
    try:
        name, rest = _command(arguments, language)
        command = COMMANDS[name]
        module = _imported(command)
        parser = Parser(prog=f"companion {name}", description=described(command, module, language))
        add_language(parser, language)
        if command.actions:
            _add_actions(parser, command, language)
            rest = _with_usual(command, rest)
            if not rest:
                parser.print_help(sys.stderr)
                return EXIT_ACCIDENT
        else:
            _step(command, "add_arguments")(parser, said_in(language))
        args = parser.parse_args(rest)
        data = getattr(args, "data", None)
        args.is_language_asked = _asked_language(arguments) is not None
        runs = command.actions[args.action] if command.actions else command
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return int(_step(runs, "run")(args))
    except CompanionError as problem:
        print(f"companion: {translate(typed_here(problem.message, data), language)}", file=sys.stderr)
        return EXIT_ACCIDENT
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read has gone (`| head`): nothing more to say, and nothing left to flush at exit.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_ACCIDENT
    except OSError as problem:
        # A folder that may not be entered, or a name that is too long: the system refuses even to tell what is there.
        if not isinstance(problem.filename, str):
            raise
        told = Text("{file} cannot be used: {problem}", file=problem.filename, problem=system_says(problem))
        print(f"companion: {translate(told, language)}", file=sys.stderr)
        return EXIT_ACCIDENT


SAYS, TYPED = "      ", "  "
"""How far lines of a help are indented: what a line to be typed does, and such a line itself. Only the first are filled."""


class Paragraphs(argparse.HelpFormatter):
    """Fills paragraphs one by one with their indent, and does not break lines that are to be typed."""

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
    """Reports wrong arguments in one line after the usage. Descriptions may have several paragraphs."""

    def __init__(self, *, formatter_class: Any = Paragraphs, **options: Any) -> None:
        super().__init__(formatter_class=formatter_class, allow_abbrev=False, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Tell what is left over with the usage of the action that was typed, not with that of its command."""
        parsed, left = super().parse_known_args(args, namespace)
        if left:
            self.error(gettext.gettext("unrecognized arguments: %s") % " ".join(left))
        return parsed, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Name the choice that was nearly typed. Raises `ArgumentError`."""
        known = [str(one) for one in action.choices or ()]
        near = [] if str(value) in known else difflib.get_close_matches(str(value), known, 1)
        if near:
            says = gettext.gettext("there is no %(value)r; did you mean %(near)r?")
            raise argparse.ArgumentError(action, says % {"value": value, "near": near[0]})
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(EXIT_ACCIDENT, f"{self.prog}: {message}\n")


class ActionParser(Parser):
    """Imports the module of an action only when its arguments are parsed; importing those of all actions takes seconds."""

    action: CommandEntry | None = None
    language: str

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        action, self.action = self.action, None
        if action is not None and (add_arguments := _step(action, "add_arguments")):
            add_arguments(self, said_in(self.language))
        return super().parse_known_args(args, namespace)


def _add_actions(parser: argparse.ArgumentParser, command: CommandEntry, language: str) -> None:
    said = said_in(language)
    added = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=ActionParser)
    module = _imported(command)
    for name, action in command.actions.items():
        # Of the two only the help is a template, in which % stands for something.
        parsed = added.add_parser(
            name, help=said(action.summary), description=translate(action.summary, language)
        )
        parsed.action, parsed.language = action, language
        if hasattr(module, "add_common"):
            module.add_common(parsed, name, language)
        else:
            add_language(parsed, language)


def _with_usual(command: CommandEntry, rest: list[str]) -> list[str]:
    """Return what was typed after a command, with its usual action if it names none and asks for no help."""
    is_bare = command.usual is not None and all(word.startswith("-") for word in rest[:1])
    return [str(command.usual), *rest] if is_bare and rest[:1] not in (["-h"], ["--help"]) else rest


def _imported(command: CommandEntry) -> Any:
    return importlib.import_module(f"companion.cli.{command.module.partition(':')[0]}")


def _step(command: CommandEntry, name: str) -> Any:
    """Return the function of a command that is called `run` or `add_arguments`, with the ending of its entry; None
    without it.
    """
    first, _, last = name.partition("_")
    ending = command.module.partition(":")[2]
    return getattr(_imported(command), "_".join(word for word in (first, ending, last) if word), None)


def described(command: CommandEntry, module: Any, language: str) -> str:
    """Return a command's description: its summary, its module's `ABOUT` for newcomers, and its `EXAMPLES` with
    explanations.
    """
    told = [translate(text, language) for text in (command.summary, *getattr(module, "ABOUT", ()))]
    examples = [
        line
        for typed, does in getattr(module, "EXAMPLES", ())
        for line in (TYPED + called_as(typed), SAYS + translate(does, language))
    ]
    return "\n\n".join([*told, *(["\n".join(examples)] if examples else [])])


def _command(arguments: list[str], language: str) -> tuple[str, list[str]]:
    parser = Parser(
        prog="companion",
        description=translate(
            Text("The companion of the games table: it referees, and shows why."), language
        ),
        epilog="\n".join(_commands(language)),
    )
    add_language(parser, language)
    # Looking its own version up takes a program longer than reading what was typed.
    version = f"companion {program_version()}" if "--version" in arguments else ""
    parser.add_argument(
        "--version",
        action="version",
        version=version,
        help=translate(Text("print the version of the program"), language),
    )
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
    """Tell whether anything but the language or a call for help was typed."""
    asks = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    asks.add_argument("--lang")
    try:
        found, rest = asks.parse_known_args(list(arguments))
    except (argparse.ArgumentError, SystemExit):
        return True
    return bool(rest) or found.lang not in (None, *LANGUAGES)


def _commands(language: str) -> list[str]:
    """Return the list of commands, one line each, below a word on where to begin."""
    wide = max(map(len, COMMANDS)) + 2
    margin = " " * (wide + 2)
    columns = max(40, shutil.get_terminal_size().columns - 2)
    lines = [translate(Text("where to begin:"), language)]
    for typed, does in BEGIN_WITH:
        lines += [TYPED + called_as(typed), SAYS + translate(does, language)]
    lines += ["", translate(Text("commands:"), language)]
    for name, command in COMMANDS.items():
        told = f"  {name:<{wide}}{translate(command.summary, language)}"
        lines += textwrap.wrap(told, columns, subsequent_indent=margin, break_long_words=False)
    return [*lines, "", translate(Text("`companion COMMAND --help` says what a command can do"), language)]


def _language(arguments: Sequence[str]) -> str:
    """Return the language of the user; it is needed first, because the help is written in it."""
    return _asked_language(arguments) or language_of(os.environ)


def _asked_language(arguments: Sequence[str]) -> str | None:
    """Return the language typed before or after the command; None: the environment's."""
    asked = None
    for n, word in enumerate(arguments):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and n + 1 < len(arguments):
            value = arguments[n + 1]
        if value in LANGUAGES:
            asked = value
    return asked


def _speak(language: str) -> None:
    """Make argparse use this program's translations; it looks its words up in gettext's default domain."""
    gettext.bindtextdomain(DOMAIN, str(LOCALE_DIR))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language


def _write_utf8(stream: Any) -> None:
    """Write UTF-8 whatever the terminal's encoding, and each line at once, into a pipe too; half a character pair is
    escaped as in JSON.
    """
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)


def called_as(*words: str, data: str | None = None) -> str:
    """Return how to type a command of this program: by its bare name if the shell finds it, else by its path."""
    name = "companion"
    program = Path(sys.argv[0])
    if program.name == name and not shutil.which(name):
        with contextlib.suppress(ValueError):
            program = program.resolve().relative_to(Path.cwd())
        name = shlex.quote(str(program))
    return " ".join((name, *words, *(("--data", shlex.quote(data)) if data else ())))


def typed_here(text: Text, data: str | None) -> Text:
    """Return a text whose `way_on`, a command of this program, is as a person types it here."""
    args = dict(text.args)
    for name, value in args.items():
        if isinstance(value, Text):
            args[name] = typed_here(value, data)
        elif name == "way_on":
            args[name] = called_as(*str(value).split()[1:], data=data)
    return Text(text.template, **args)
