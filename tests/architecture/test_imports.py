"""Modules import each other in one direction: what a newcomer reads first needs nothing that he reads later."""

from graphlib import CycleError, TopologicalSorter

import grimp

ROOMS = ("companion", "vision", "devices", "ui", "calibration")


def test_no_module_imports_itself_through_others() -> None:
    graph = grimp.build_graph(*ROOMS)
    imports = TopologicalSorter(
        {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    )
    try:
        imports.prepare()
    except CycleError as problem:
        raise AssertionError(f"a circle of imports: {' -> '.join(problem.args[1])}") from None


def test_the_product_imports_no_instrument() -> None:
    graph = grimp.build_graph(*ROOMS, include_external_packages=True)
    assert "tests" not in graph.modules, sorted(graph.find_modules_that_directly_import("tests"))
