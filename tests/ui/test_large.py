"""What players read across the table is large: totals of a contest, and the clock."""

from dataclasses import replace
from random import Random

import pytest

from companion.house_style import TextRole
from companion.match import Match
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.showing.scene import CardSide, LaidCard, Scale, Scene, SumLine
from companion.storage.shipped_data import demonstrations, mat_of
from companion.virtual.chance import chosen_play
from companion.words import Text
from tests.quick import first_quick
from tests.ui.looking import faults
from tests.ui.refereeing import begin, by_chance
from tests.ui.table import Tablet
from ui.players.page import PlayersPage
from ui.presenters.palette import OUTSIDE_PX
from ui.widgets.contest import ContestPanel, ScaleBox
from ui.widgets.says import LEAST_LETTERS_PX, Says, Sign
from ui.widgets.score import ScoreBar, SideBox

PLAYS = {"ofusaido": 6}
"""So many by chance, and a contest is on the table."""


def drawn(one: Tablet, label: Says) -> float:
    """How high its figures are, as a share of the screen."""
    texture = label._texture
    if texture is None:
        return 0.0
    pixels, (width, height) = texture.pixels, texture.size
    rows = [y for y in range(height) if any(pixels[(y * width + x) * 4 + 3] > 60 for x in range(0, width, 2))]
    return (rows[-1] - rows[0] + 1) / one.app.look.height if rows else 0.0


def lowest_letter_px(label: Says) -> float:
    """Return where the lowest pixel of what is written lies, from the bottom of the window."""
    texture, place = label._texture, label.drawn_px
    assert texture is not None
    assert place is not None
    pixels, (width, height) = texture.pixels, texture.size
    rows = [y for y in range(height) if any(pixels[(y * width + x) * 4 + 3] > 60 for x in range(0, width, 2))]
    return place[1] + height - 1 - rows[-1]


def contest(one: Tablet, game: str) -> None:
    """A contest that is open, at its players' screen, at rest."""
    count = PLAYS[game]
    plays = by_chance(game, count + 40)
    match, builder = Match(GAMES[game], *demonstrations(game)["demo-match"]), SCENE_BUILDERS[game]
    for n, play in enumerate(plays, 1):
        match.submit(play)
        found = builder.scene(match.rules, match.state, match.entries[-1].events, mat_of(game)).contest
        if n >= count and found is not None and found.outcome is None and len(found.scales) > 1:
            break
    begin(one, game, plays[:n])
    one.app.go("players")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    if page.is_choosing:
        page.choose()
    one.settle()


@pytest.mark.slow
@first_quick("game", PLAYS)
def test_totals_and_scores_have_the_sizes_of_the_scale(one: Tablet, game: str) -> None:
    contest(one, game)
    for size in ((1280, 800), (800, 480), (800, 1280)):
        one.resize(size)
        one.settle()
        unit = min(size) / 800
        totals = [box.ids.total for box in one.widgets() if isinstance(box, ScaleBox)]
        assert [total.size_px for total in totals] == [int(240 * unit)] * 2, size
        assert min(drawn(one, total) for total in totals) >= 0.2 * min(size) / size[1]
        scores = [box.ids.score for box in one.widgets() if isinstance(box, SideBox)]
        assert [score.size_px for score in scores] == [int(128 * unit)] * 2, size
        clocks = [bar.clock for bar in one.widgets() if isinstance(bar, ScoreBar)]
        assert min(clock.size_px for clock in clocks) >= int(64 * unit), size
    one.resize((1280, 800))


def with_more(scale: Scale, lines: int, cards: int, scene: Scene) -> Scale:
    """The side of a contest with so many lines and cards, and an energy that is turned over."""
    energy = next(ref for ref in scene.faces if ref.startswith("EN"))
    laid = (LaidCard(CardSide(energy, is_back=True), CardSide(energy)),)
    players = [ref for ref in scene.faces if ref.startswith("JO")]
    told = tuple(SumLine(Text("ideal position"), f"+{n}", is_turned=not n) for n in range(lines))
    return replace(scale, lines=told, laid=laid, cards=tuple(players[:cards]))


@first_quick("size", [(1920, 1080), (800, 480), (1280, 800), (800, 1280)])
@pytest.mark.parametrize("cards", [1, 3])
def test_with_five_lines_a_side_the_total_keeps_its_size_and_the_turned_energy_stays(
    one: Tablet, cards: int, size: tuple[int, int]
) -> None:
    contest(one, "ofusaido")
    page = one.app.page
    assert isinstance(page, PlayersPage) and one.app.snapshot is not None
    page.choose()
    one.resize(size)
    one.settle()
    (panel,) = (found for found in one.widgets() if isinstance(found, ContestPanel))
    scene = one.app.snapshot.scene
    assert scene.contest is not None
    scales = tuple(with_more(scale, 5, cards, scene) for scale in scene.contest.scales)
    panel.show(replace(scene.contest, scales=scales), scene)
    one.settle()
    unit = min(size) / 800
    boxes = [found for found in one.widgets() if isinstance(found, ScaleBox)]
    assert [box.ids.total.size_px for box in boxes] == [int(240 * unit)] * 2
    assert min(min(box.ids.laid.size) for box in boxes) > 24 * unit
    assert not [fault for fault in faults(one) if fault.startswith("cut")]
    one.resize((1280, 800))


@pytest.mark.slow
@first_quick("size", [(1280, 800), (800, 1280)])
def test_nothing_of_a_match_changes_its_size_when_its_plays_are_said_by_hand(
    one: Tablet, size: tuple[int, int]
) -> None:
    one.resize(size)
    contest(one, "ofusaido")
    page = one.app.page
    assert isinstance(page, PlayersPage)
    at_rest = [list(one.size) for one in (page.ids.bar, page.ids.middle, page.ids.lower)]
    page.choose()
    one.settle()
    assert [list(one.size) for one in (page.ids.bar, page.ids.middle, page.ids.lower)] == at_rest
    one.resize((1280, 800))


@pytest.mark.slow
@first_quick("game", ["boufbowl", "ouaf"])
def test_the_line_of_the_side_on_move_leaves_its_counts_whole(one: Tablet, game: str) -> None:
    begin(one, game, by_chance(game, 1))
    one.app.go("players")
    for size in ((800, 480), (1280, 800)):
        one.resize(size)
        one.settle()
        one.frames(5)
        seen = one.labels()
        active = [
            box
            for box in one.widgets()
            if isinstance(box, SideBox) and box.is_active and box.ids.counts in seen
        ]
        assert active, "a side is on move and has counts"
        for box in active:
            (line,) = box.rims()
            line_top = max(cut.outer[1] for cut in line.cuts) - OUTSIDE_PX
            assert lowest_letter_px(box.ids.counts) > line_top, size
    one.resize((1280, 800))


@pytest.mark.slow
@first_quick("count", [64, 63, 59])
def test_above_a_board_the_titles_and_the_sums_of_a_contest_are_whole(one: Tablet, count: int) -> None:
    match, chance = Match(GAMES["boufbowl"], *demonstrations("boufbowl")["demo-match"]), Random(1)
    while match.seq < count:
        play = chosen_play(match, chance)
        assert play is not None
        match.submit(play)
    begin(one, "boufbowl", [entry.play for entry in match.entries])
    one.app.look.language = "fr"
    one.app.go("players")
    one.settle()
    boxes = [box for box in one.widgets() if isinstance(box, ScaleBox)]
    assert boxes
    cut = [
        label.text for box in boxes for label in one.widgets(box) if isinstance(label, Says) and label.is_cut
    ]
    assert not cut


@pytest.mark.slow
def test_small_letters_grow_for_those_who_want_larger_ones(one: Tablet) -> None:
    contest(one, "ofusaido")
    one.resize((800, 480))
    sizes: dict[str, list[float]] = {}
    for text_size in ("normal", "largest"):
        one.app.look.text_size = text_size
        one.settle()
        # The rows of a sum that has no room for larger letters have those of notes.
        in_sums = {label for box in one.widgets() if isinstance(box, ScaleBox) for label in one.widgets(box)}
        small = [
            label
            for label in one.labels()
            if label.type_role in {TextRole.NOTE, TextRole.CITE} and label not in in_sums
        ]
        assert small
        assert not [label.text for label in small if label.is_cut]
        for label in small:
            sizes.setdefault(label.text, []).append(label.size_px)
    both = [found for found in sizes.values() if len(found) == 2]
    assert both
    assert all(usual <= largest for usual, largest in both)
    assert sum(usual < largest for usual, largest in both) > len(both) / 2, sizes
    one.app.look.text_size = "normal"
    one.resize((1280, 800))


@pytest.mark.slow
def test_no_letters_are_under_twelve_pixels_on_the_smallest_screen(one: Tablet) -> None:
    contest(one, "ofusaido")
    one.resize((800, 480))
    one.settle()
    assert min(label.size_px for label in one.labels() if not isinstance(label, Sign)) == LEAST_LETTERS_PX
    assert not one.faults()
    one.resize((1280, 800))
