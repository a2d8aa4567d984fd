"""English on a French page is found: sentences without a translation, and those that were translated too early."""

from companion.words import Text
from tests.bench.portraits.language_faults import language_faults
from tests.ui.table import Tablet
from ui.widgets.says import Says


def found(one: Tablet, says: Text | str) -> list[str]:
    one.app.look.language = "fr"
    label = Says(says=says)
    wrong = list(language_faults([label], "fr"))
    one.app.look.language = "en"
    return wrong


def test_a_sentence_that_was_translated_too_early_is_found(one: Tablet) -> None:
    assert found(one, "The ball is relayed to c18") == ["in another language: The ball is relayed to c18"]
    assert not found(one, "Le ballon est dévié vers c18")


def test_a_sentence_without_a_translation_is_found_also_inside_another_one(one: Tablet) -> None:
    assert not found(one, Text("the ball is relayed to {cell}", cell="c18"))
    unknown = Text("a sentence that nobody has translated")
    assert found(one, Text("{what}: {words}", what=unknown, words="x"))


def test_names_and_numbers_are_in_no_language(one: Tablet) -> None:
    assert not found(one, "Aïssatou Kéréba")
    assert not found(one, "1 – 0")
