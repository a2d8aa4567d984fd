"""`companion bench`: what the program can do, measured on this machine. One module a subject."""

import argparse
import importlib
from typing import Any

from companion.cli.main import Parser, add_language
from companion.words import Text, translate

SUMMARY = Text("Measure what the program can do on this machine.")
SUBJECTS: dict[str, Text] = {
    "rules": Text("how fast the rules judge, and a match is folded again"),
    "vision": Text("how well and how cheaply cards are seen, beside pyzbar and zxing-cpp alone"),
    "screens": Text("how evenly the screens draw while camera and rules work beside them"),
    "truth": Text("how often something is misread, by distance, light, glare and blur"),
}


class _Subject(Parser):
    """Asks the module of its subject for the arguments when they are parsed: to import all of them takes a second."""

    _module: Any = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._module is None:
            self._module = _module(self.get_default("subject"))
            self._module.add_arguments(self)
        return super().parse_known_args(args, namespace)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")
    subjects = parser.add_subparsers(dest="subject", metavar="SUBJECT", required=True, parser_class=_Subject)
    for name, summary in SUBJECTS.items():
        told = translate(summary, language)
        subject = subjects.add_parser(name, help=told, description=told)
        add_language(subject, language)
        subject.set_defaults(subject=name)


def run(args: argparse.Namespace) -> int:
    """Measure one subject."""
    return int(_module(args.subject).run(args))


def _module(subject: str) -> Any:
    return importlib.import_module(f"companion.cli.bench_{subject}")
