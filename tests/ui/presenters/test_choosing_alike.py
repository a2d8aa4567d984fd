"""What is asked twice stands in the same places, what looks alike is told apart, and a hint lights what leads to its play."""

from companion.match import Match
from companion.rules.games import GAMES
from tests.rules.boufbowl.table import a_table
from tests.rules.demonstration import demonstrations
from tests.showing.sitting import Sitting, en
from tests.ui.presenters.test_choosing import asked, choosing
from ui.presenters.buttons import FieldChoice, Narrow, PlayButton


def test_what_both_coaches_are_asked_one_after_the_other_stands_in_the_same_places() -> None:
    sitting = Sitting(a_table().at("R4", R1="b3", B1="b3").tackle("R1", "B1").match)

    def places() -> dict[str, int]:
        now = choosing(sitting)
        assert now.layout
        return {
            en(one.says): n
            for n, one in enumerate(now.layout)
            if isinstance(one, PlayButton) and isinstance(one.leads, FieldChoice)
        } | {"seats": len(now.layout)}

    attack = places()
    sitting.play("commit", seat="red", cards=0)
    assert places() == attack
    sitting.play("commit", seat="blue", cards=0)
    first = places()
    assert set(first) >= {"no star", "1 star", "2 stars"}
    sitting.play("dice", seat="red", stars=[2])
    assert places() == first


def test_cards_that_look_alike_are_told_apart_by_their_backs() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match"]))
    now, alike = choosing(sitting), None
    for _ in range(2):
        alike = next((one for one in now.buttons if isinstance(one.leads, Narrow)), None)
        if alike is not None:
            break
        now = asked(now.pick(now.buttons[0]))
    assert alike is not None
    narrowed = asked(now.pick(alike))
    assert en(narrowed.prompt).endswith("which of them? Their backs differ")
    assert all(one.face is not None and one.face.is_back for one in narrowed.buttons)
    said = [en(one.says) for one in narrowed.buttons]
    assert all("success: " in one for one in said)
    assert len(set(said)) == len(said)


def test_a_hint_lights_the_button_that_leads_to_what_it_names_on_whichever_page_it_stands() -> None:
    sitting = Sitting(Match(GAMES["ouaf"], *demonstrations("ouaf")["demo-match-basic"]))
    cards = sitting.match.state.sheet.usable
    begun = choosing(sitting)
    assert [en(one.says) for one in begun.advised({cards[-1]})] == ["more"]
    assert begun.advised({"no such card"}) == []
    sitting.play("round", evaluation=cards[0], order=cards[1])
    begun = choosing(sitting)
    assert en(begun.prompt) == "lay a card face down; touch its value once it is turned over"
    assert [en(one.says) for one in begun.advised({"work", "7"})] == ["7"]
