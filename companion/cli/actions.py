"""Commands of several actions, such as `companion kiosk pin`: each action a module that is imported only when it is wanted."""

import argparse
import importlib
from collections.abc import Callable, Mapping
from typing import Any

from companion.words import Text, translate

Said = Callable[[Text], str]
"""A sentence as argparse's templates take it, in the language that is spoken."""
Own = Callable[[str, argparse.ArgumentParser, Said], None]
"""Adds the options of an action by its name."""


class Actions:
    """What a package's commands are: by name the module of the package, and a summary. Modules have `run(args)`, and
    `add_arguments(parser, said)` unless the package adds their options itself.
    """

    def __init__(self, package: str, actions: Mapping[str, tuple[str, Text]]) -> None:
        self._package = package
        self._actions = actions

    def add_to(
        self,
        parser: argparse.ArgumentParser,
        usual: Callable[[argparse.ArgumentParser, str], None] | None = None,
        own: Own | None = None,
    ) -> None:
        """Each as a subcommand: with the `usual` options, which are told the language, and its own."""
        language = parser.get_default("lang")

        def said(text: Text) -> str:
            return translate(text, language).replace("%", "%%")

        added = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
        for name, (_, summary) in self._actions.items():
            # Of the two only the help is a template, in which % stands for something.
            action = added.add_parser(name, help=said(summary), description=translate(summary, language))
            if usual is not None:
                usual(action, language)
            if own is not None:
                own(name, action, said)
            else:
                self._module(name).add_arguments(action, said)

    def run(self, args: argparse.Namespace) -> int:
        """Do what was asked; the exit code."""
        return int(self._module(args.action).run(args))

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self._package}.{self._actions[name][0]}")
