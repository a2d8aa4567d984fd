"""The command line is the outermost line of the house: nothing stands on it but its own tests and the instruments."""

import ast

from tests.architecture.test_layout import text_of, tracked


def importers_of(room: str, names: list[str]) -> list[str]:
    found = []
    last = room.rpartition(".")[2]
    for name in names:
        if last not in text_of(name):
            continue
        for node in ast.walk(ast.parse(text_of(name))):
            modules = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) else
                [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            )  # fmt: skip
            found += [name for module in modules if f"{module}.".startswith(f"{room}.")]
    return found


def test_only_tests_of_the_command_line_import_it() -> None:
    others = [
        name
        for name in tracked()
        if name.startswith("tests/")
        and name.endswith(".py")
        and not name.startswith(("tests/cli/", "tests/complaints/", "tests/bench/"))
    ]
    assert not importers_of("companion.cli", others)


def test_only_the_front_door_reads_how_the_program_was_called() -> None:
    readers = []
    for name in tracked():
        if not name.startswith("companion/") or not name.endswith(".py") or "argv" not in text_of(name):
            continue
        tree = ast.parse(text_of(name))
        readers += [
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.argv"
        ]
    assert set(readers) == {"companion/cli/main.py"}
