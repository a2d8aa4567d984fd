"""Entering cards as an owner does: typing, mistyping, going back, giving up, and coming home to a power cut."""

from typing import Any

import pytest

from companion.rules.games import GAMES, forms_of
from companion.rules.interview import leading_to, progress
from companion.storage.card_cells import told, written_text
from tests.cli.evening import ENERGY, Evening
from tests.rules.demonstration_cards import CARDS, richest


def typed(game: str, card: dict[str, Any], lang: str) -> list[str]:
    """What a person types to enter a card: words by their names, in one language or as catalogues have them."""
    form = forms_of(game)[card["kind"]]
    lines = []
    for question, value in progress(form, leading_to(form, card)).answered:
        if value is None or value in ("", []):
            lines.append("-")
        elif lang:
            lines.append(told(question.shape, value, lang))
        else:
            lines.append(written_text(question.shape, value))
    return [*lines, "", ""]


FULLEST = [(*one, ("", "en", "fr")[n % 3]) for n, one in enumerate(richest(1))]


@pytest.mark.many
@pytest.mark.parametrize(("game", "card", "lang"), FULLEST, ids=lambda value: str(value)[:40])
def test_the_fullest_card_of_every_kind_is_typed_in(
    evening: Evening, game: str, card: dict[str, Any], lang: str
) -> None:
    ref = f"{card['ref'][:-3]}700"
    said = evening.add(*typed(game, card, lang), words=(game, ref, "--kind", card["kind"]))
    assert (said.code, said.err) == (0, "")
    (entered,) = evening.cards(game)
    rules = GAMES[game]
    assert rules.check_card(entered, "") == rules.check_card({**card, "ref": ref}, "")
    assert evening.drafts.all() == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "card"), CARDS, ids=lambda value: str(value)[:40])
def test_every_demonstration_card_is_typed_in(evening: Evening, game: str, card: dict[str, Any]) -> None:
    ref = f"{card['ref'][:-3]}700"
    said = evening.add(*typed(game, card, "en"), words=(game, ref, "--kind", card["kind"]))
    assert said.code == 0, said.out
    (entered,) = evening.cards(game)
    assert GAMES[game].check_card(entered, "") == GAMES[game].check_card({**card, "ref": ref}, "")


def test_game_reference_and_kind_are_asked_and_the_likely_kind_is_proposed(evening: Evening) -> None:
    said = evening.add("ofu", "en001-700", "", *ENERGY, "", "", words=())
    assert said.code == 0, said.out
    assert "[energy] " in said.out
    assert evening.cards() == [
        {"kind": "energy", "ref": "EN001-700", "name": "Blitz", "attack": 2, "defence": 1, "colour": "blue",
         "whistle": True}
    ]  # fmt: skip


def test_a_table_of_posts_has_no_reference(evening: Evening) -> None:
    lines = ["G, DEF, MIL, ATT", "G", "DG DC DD", "MDC MC MG MD MO", "AG, BU, AD, SP"]
    said = evening.add(*lines, "", words=("ofusaido", "--kind", "posts"))
    assert said.code == 0, said.out
    (posts,) = evening.cards()
    assert posts["table"]["ATT"] == ["AG", "BU", "AD", "SP"]


def test_what_the_other_cards_do_not_bear_comes_back_to_the_fields(evening: Evening) -> None:
    said = evening.add("ATT", "BU", "", ".", words=("ofusaido", "--kind", "posts"))
    assert said.code == 1
    assert "cannot be used here" in said.out
    assert len(evening.drafts.all()) == 1


def test_a_wrong_answer_says_why_and_asks_again(evening: Evening) -> None:
    said = evening.add("", "Blitz", "", "lots", "", "9", "2", "1", "b", "perhaps", "no", "", "")
    assert said.code == 0, said.out
    for problem in (
        "this must be a whole number from -1 to 4; here: 'lots'",
        "this needs an answer",
        "this must be a whole number from -1 to 4; here: '9'",
        "this must be yes or no; here: 'perhaps'",
    ):
        assert problem in said.out
    assert evening.cards()[0]["colour"] == "blue"


def test_a_word_that_may_be_several_is_asked_again(evening: Evening) -> None:
    stats = ["1"] * 6
    said = evening.add(
        "field",
        "Ana",
        "5",
        "BU",
        *stats,
        "FR",
        "",
        "",
        "yes",
        "Text",
        "",
        "th",
        "this t",
        words=("ofusaido", "JO001-700"),
    )
    assert "'th' can mean several things: this duel / this turn / the whole match" in said.out
    (draft,) = evening.drafts.all()
    assert draft.given["effects.1.lasts"] == "turn"


def test_sums_that_do_not_add_up_come_back_to_the_field(evening: Evening) -> None:
    said = evening.add("", "", "2", "2", "red", "no", "", "1", "", "", words=("ofusaido", "EN001-700"))
    assert "attack and defence on an energy card must add up to 3" in said.out
    assert "[attack] > " in said.out
    # Attack was asked again, and everything else stays.
    assert evening.cards()[0] | {"name": ""} == {
        "kind": "energy", "ref": "EN001-700", "name": "", "attack": 1, "defence": 2, "colour": "red",
    }  # fmt: skip


def test_a_post_that_does_not_exist_comes_back_to_the_field(evening: Evening) -> None:
    stats = ["1"] * 6
    said = evening.add(
        "", "Ana", "5", "BUT", *stats, "FR", "", "", "", "", "BU", "", "", words=("ofusaido", "JO001-700")
    )
    assert said.code == 0, said.out
    assert "the word BUT cannot be used here; possible: AD, AG, BU" in said.out
    assert evening.cards()[0]["posts"] == ["BU"]


def test_one_goes_back_field_by_field_and_nothing_typed_is_lost(evening: Evening) -> None:
    said = evening.add("", "Blitz", "", "3", "0", "<", "<", "2", "1", "blue", "<", "", "yes", "", "")
    assert said.code == 0, said.out
    assert "[0] > " in said.out
    assert "[blue] > " in said.out
    assert evening.cards()[0] == {
        "kind": "energy", "ref": "EN001-700", "name": "Blitz", "attack": 2, "defence": 1, "colour": "blue",
        "whistle": True,
    }  # fmt: skip


def test_before_the_first_field_there_is_nothing(evening: Evening) -> None:
    assert "There is no earlier question" in evening.add("", "<").out


def test_a_question_mark_explains(evening: Evening) -> None:
    said = evening.add("", "", "", "2", "1", "?", lang="en")
    assert "    yellow\n    blue\n    red\n" in said.out
    assert "the beginning of a word is enough" in said.out
    assert "Press Enter to take the value in brackets" in said.out


def test_examples_are_those_of_the_demonstration_cards(evening: Evening) -> None:
    assert "for example Florimond Lestrade" in evening.add("", words=("ofusaido", "JO001-700")).out


def test_a_text_that_is_only_a_sign_is_typed_with_a_stroke(evening: Evening) -> None:
    evening.add("", "\\?", "\\-", "2", "1", "red", "", "", "")
    assert evening.cards()[0]["name"] == {"fr": "?", "en": "-"}


def test_the_whole_card_is_looked_over_and_a_field_changed(evening: Evening) -> None:
    said = evening.add("", *ENERGY, "nonsense", "colour", "red", "name", "Orage", "Storm", "", "")
    assert said.code == 0, said.out
    assert "There is no field nonsense" in said.out
    assert evening.cards()[0]["colour"] == "red"
    assert evening.cards()[0]["name"] == {"fr": "Orage", "en": "Storm"}


def test_a_part_that_is_named_is_asked_again_and_may_get_more_rows(evening: Evening) -> None:
    first = ["Débordement", "", "", "a", "1", "b", *[""] * 9, ""]
    more = ["?", "zones", *[""] * 12, "yes", "b", "2", "", "", "", "", "", "", "near", "", "", ""]
    said = evening.add("", *first, *more, "", "", words=("ofusaido", "OC001-700"))
    assert "zones.a.next: there is no zone b" in said.out
    assert "zones also asks for more" in said.out
    assert said.code == 0, said.out
    assert [zone["id"] for zone in evening.cards()[0]["zones"]] == ["a", "b"]


def test_whoever_stops_finds_the_card_again_where_it_was(evening: Evening) -> None:
    said = evening.add("", "Blitz", "", "2", ".")
    assert said.code == 1
    assert "EN001-700 is kept as a draft" in said.out
    assert evening.cards() == []
    said = evening.add("", "1", "blue", "yes", "", words=("ofusaido",))
    assert "EN001-700 (energy of OFUSAIDO) was begun and not finished" in said.out
    assert evening.cards()[0]["name"] == "Blitz"
    assert evening.drafts.all() == []


def test_the_end_of_the_input_is_a_stop(evening: Evening) -> None:
    said = evening.add("", "Blitz")
    assert said.code == 1
    assert evening.drafts.all()[0].given == {"name.fr": "Blitz"}


def test_a_draft_may_wait_or_be_thrown_away(evening: Evening) -> None:
    evening.add("", "Blitz", ".")
    evening.add("later", words=("boufbowl",))
    assert len(evening.drafts.all()) == 1
    evening.add("delete", words=("boufbowl",))
    assert evening.drafts.all() == []


def test_a_card_that_was_put_off_goes_on_where_it_was_when_it_is_named(evening: Evening) -> None:
    evening.add("", "Blitz", "", ".")
    said = evening.add("later", "EN001-700", "2", "1", "blue", "no", "", "", words=("ofusaido",))
    assert said.code == 0, said.out
    assert evening.cards()[0]["name"] == "Blitz"


def test_a_card_entered_from_its_draft_is_not_asked_again(evening: Evening) -> None:
    evening.add("", "Blitz", "", ".")
    said = evening.add("", "2", "1", "blue", "no", "", "", words=("ofusaido", "en001-700"))
    assert said.code == 0, said.out
    assert "change it?" not in said.out
    assert len(evening.cards()) == 1


def test_an_interrupt_keeps_the_draft(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["", "Blitz"])

    def interrupted(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    said = evening.type("cards", "add", "ofusaido", "EN001-700")
    assert said.code == 130
    assert "kept as a draft" in said.out


def test_a_card_that_is_there_is_shown_and_changed_only_when_wanted(evening: Evening) -> None:
    evening.add("", *ENERGY, "", "")
    before = evening.cards()
    said = evening.add("", "")
    assert "EN001-700 exists already: do you want to change it?" in said.out
    assert evening.cards() == before
    said = evening.add("yes", "attack", "3", "defence", "0", "", "")
    assert said.code == 0, said.out
    assert "The file as it was is kept" in said.out
    assert (evening.cards()[0]["attack"], evening.cards()[0]["name"]) == (3, "Blitz")
    assert len(list((evening.data / "catalogues" / "ofusaido" / "old").iterdir())) == 1


def test_a_demonstration_card_is_changed_in_ones_own_file(evening: Evening) -> None:
    said = evening.add("yes", "whistle", "yes", "", "", words=("ofusaido", "EN001-900"))
    assert said.code == 0, said.out
    assert evening.cards()[0]["ref"] == "EN001-900"


@pytest.mark.parametrize("ref", ["nonsense", "EN1-1", "../../x", "EN001-7000", "é"])
def test_what_is_no_reference_is_refused_with_the_form_it_should_have(evening: Evening, ref: str) -> None:
    said = evening.add("", words=("ofusaido", ref))
    assert f"{ref} is not a card reference, such as AC001-241" in said.out
    assert not evening.data.exists()


def test_an_unknown_kind_is_refused(evening: Evening) -> None:
    said = evening.add(words=("ouaf", "TR001-700", "--kind", "bread"))
    assert said.code == 2
    assert "possible: work, round" in said.err


def test_what_is_no_text_is_asked_again(evening: Evening) -> None:
    stdin = b"\nBl\x1bitz\nBlitz\n"
    said = evening.type("cards", "add", "ofusaido", "EN001-700", stdin=stdin)
    assert "This text contains a character that cannot be typed: Bl·itz" in said.out
    assert evening.drafts.all()[0].given == {"name.fr": "Blitz"}


def test_a_name_with_a_space_that_does_not_break_is_typed_and_shown(evening: Evening) -> None:
    name = "Halte\N{NO-BREAK SPACE}!"
    said = evening.add("", name, *ENERGY[1:], "", "")
    assert said.code == 0, said.out + said.err
    assert name in said.out
    assert evening.cards()[0]["name"] == name
