"""`companion bench`: what the program can do, measured on this machine. One module a subject."""

import argparse
import importlib

from companion.cli.main import add_language
from companion.words import Text, translate

SUMMARY = Text("Measure what the program can do on this machine.")
SUBJECTS: dict[str, Text] = {
    "rules": Text("how fast the rules judge, and a match is folded again"),
    "vision": Text("how well and how cheaply cards are seen, beside pyzbar and zxing-cpp alone"),
    "truth": Text("how often something is misread, by distance, light, glare and blur"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    language = parser.get_default("lang")
    subjects = parser.add_subparsers(dest="subject", metavar="SUBJECT", required=True)
    for name, summary in SUBJECTS.items():
        told = translate(summary, language)
        subject = subjects.add_parser(name, help=told, description=told)
        add_language(subject, language)
        importlib.import_module(f"companion.cli.bench_{name}").add_arguments(subject)


def run(args: argparse.Namespace) -> int:
    """Measure one subject."""
    return int(importlib.import_module(f"companion.cli.bench_{args.subject}").run(args))
