"""Drawn photographs of codes that are hard to read: those that are read module by module, and what must not be read."""

import pytest

from vision.detectors.codes import read_plain
from vision.detectors.retries import read_photograph
from vision.virtual.code_photographs import Trouble, draw_code_photograph

READ = {
    Trouble.GLARE: (),
    Trouble.SUN: (),
    Trouble.DAMAGE: (),
    Trouble.BEND: (),
    Trouble.BLUR: (),
}
"""Seeds of pictures that no decoder alone reads, with any trick."""


@pytest.mark.parametrize(
    ("trouble", "seed"), [(trouble, seed) for trouble, seeds in READ.items() for seed in seeds]
)
def test_what_no_decoder_reads_is_read_module_by_module(trouble: Trouble, seed: int) -> None:
    drawn = draw_code_photograph(trouble, seed)
    assert {code.text for code in read_plain(drawn.grey)} < set(drawn.texts)
    assert {code.text for code in read_photograph(drawn.grey)} == set(drawn.texts)
