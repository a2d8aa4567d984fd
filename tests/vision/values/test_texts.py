"""What several cards say is told from slips of reading, and numbers are never taken for each other."""

from vision.values.reading import joined_lines, possible_codes
from vision.values.texts import SpokenSentences, likeness

DRAW = "Depuis la table : piochez 1 carte."


def test_accents_and_marks_do_not_tell_texts_apart() -> None:
    assert likeness("Éloïse  L'Ours", "Eloise L’ours") == 1.0


def test_a_slip_on_one_card_is_corrected_by_the_others() -> None:
    spoken = SpokenSentences([], [DRAW, DRAW, "Depuis la table : plochez I carte."])
    assert spoken.corrected("Depuis la table : plochez I carte.") == (DRAW, False)


def test_a_sentence_that_was_typed_outweighs_what_is_read() -> None:
    spoken = SpokenSentences([DRAW], ["Depuis la table : plochez 1 carte."] * 5)
    assert spoken.corrected("Depuis la table : plochez 1 carte.") == (DRAW, True)


def test_a_sentence_with_another_number_is_another_sentence() -> None:
    spoken = SpokenSentences(["Gagnez +1 au tir."], ["Gagnez +2 au tir."])
    assert spoken.corrected("Gagnez +2 au tir.") == ("Gagnez +2 au tir.", False)


def test_a_word_that_was_divided_is_put_together() -> None:
    assert (
        joined_lines(["avant la mi-temps, le défen-", "seur perd 1"])
        == "avant la mi-temps, le défenseur perd 1"
    )


def test_references_differ_only_where_known_ones_do() -> None:
    codes = possible_codes(("JO007-241", "JO112-241"))
    assert len(codes) == 1000
    assert "JO999-241" in codes


def test_references_without_a_common_form_are_not_guessed() -> None:
    assert possible_codes(("JO007-241", "J7")) == []
