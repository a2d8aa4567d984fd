"""What several cards say is told from slips of reading, and numbers are never taken for each other."""

import pytest

from vision.values.reading import joined_lines, possible_codes
from vision.values.texts import SpokenSentences, SpokenWords, is_written_like, likeness

DRAW = "Depuis la table : piochez 1 carte."


def test_accents_and_marks_do_not_tell_texts_apart() -> None:
    assert likeness("Éloïse  L'Ours", "Eloise L’ours") == 1.0


def test_a_slip_on_one_card_is_corrected_by_cards_that_were_read_surely() -> None:
    spoken = SpokenSentences([], [(DRAW, 0.9), ("Depuis la table : plochez I carte.", 0.6)])
    assert spoken.corrected("Depuis la table : plochez I carte.") == (DRAW, 0.9)


def test_a_sentence_that_was_typed_outweighs_what_is_read() -> None:
    spoken = SpokenSentences([DRAW], [("Depuis la table : plochez 1 carte.", 0.99)] * 5)
    assert spoken.corrected("Depuis la table : plochez 1 carte.") == (DRAW, 1.0)


def test_the_same_slip_on_many_cards_is_no_surer_than_on_one() -> None:
    slip = "Récupérez 2 énergles."
    assert SpokenSentences([], [(slip, 0.6)] * 9).corrected(slip) == (slip, 0.6)


def test_a_sentence_with_another_number_is_another_sentence() -> None:
    spoken = SpokenSentences(["Gagnez +1 au tir."], [("Gagnez +2 au tir.", 0.8)])
    assert spoken.corrected("Gagnez +2 au tir.") == ("Gagnez +2 au tir.", 0.8)


@pytest.mark.parametrize(
    ("text", "is_like"),
    [("Noël Brochant", True), ("5 Noël Brochant", False), ("noël Brochant", False), ("", True)],
)
def test_a_name_is_written_as_other_names_are(text: str, is_like: bool) -> None:
    assert is_written_like(text, ["Côme Vasseur", "Éloïse Éberlin", ""]) is is_like


def test_a_full_stop_that_was_overlooked_is_put_back_where_another_card_has_it() -> None:
    spoken = SpokenSentences([DRAW], [("Révélez une carte.", 0.9)])
    assert spoken.corrected(f"{DRAW[:-1]} Révélez une carte.") == (f"{DRAW} Révélez une carte.", 0.9)
    assert spoken.corrected("Un Ours révèle une carte. Piochez.")[0] == "Un Ours révèle une carte. Piochez."


def test_a_text_in_which_a_full_stop_may_be_missing_is_not_sure() -> None:
    assert not is_written_like("Montrez votre main Révélez une carte.", [DRAW])
    assert is_written_like("Montrez votre main. Révélez une carte.", [DRAW])
    assert is_written_like("Montrez la main de Léa Orbec.", ["Défaussez Noël Brochant."])


def test_a_text_without_its_mark_at_the_end_is_not_whole() -> None:
    assert not is_written_like("Piochez 1 carte", [DRAW])
    assert is_written_like("Jouez-la.", [DRAW])


def test_a_word_that_was_divided_is_put_together() -> None:
    assert (
        joined_lines(["avant la mi-temps, le défen-", "seur perd 1"])
        == "avant la mi-temps, le défenseur perd 1"
    )


def test_a_number_is_set_apart_from_the_words_beside_it() -> None:
    assert joined_lines(["Ajoutez 1au total", "de votre 1er tir."]) == "Ajoutez 1 au total de votre 1er tir."
    assert joined_lines(["Piochez1 carte, la 2nd ou +1x2."]) == "Piochez 1 carte, la 2nd ou +1x2."


def test_references_differ_only_where_known_ones_do() -> None:
    codes = possible_codes(("JO007-241", "JO112-241"))
    assert len(codes) == 1000
    assert "JO999-241" in codes


def test_references_of_one_kind_may_begin_with_other_letters() -> None:
    codes = possible_codes(("JO007-241", "JE112-241"))
    assert len(codes) == 2000
    assert {"JE007-241", "JO999-241"} <= set(codes)


def test_references_without_a_common_form_are_not_guessed() -> None:
    assert possible_codes(("JO007-241", "J7")) == []


def test_an_accent_that_was_overlooked_is_that_of_the_word_on_another_card() -> None:
    words = SpokenWords(["Aïssatou Kéréba"], ["Éloïse Vasseur", "Eloise Brochant"])
    assert words.corrected("Aissatou Vautrois") == "Aïssatou Vautrois"
    assert words.corrected("Eloise Kereba") == "Éloïse Kéréba"
    assert words.has_all("Éloïse Kéréba") and not words.has_all("Éloïse Vautrois")


def test_a_word_that_somebody_typed_keeps_its_spelling() -> None:
    words = SpokenWords(["Andre Petit"], ["André Roux"])
    assert words.corrected("Andre Roux") == "Andre Roux"
    assert words.corrected("André Petit") == "André Petit"
