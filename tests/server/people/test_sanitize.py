"""Names and texts: what is taken away, what is refused, what must stay."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pioche.server.people import sanitize
from pioche.server.problem import Problem

# Text that is mostly trouble: marks, joiners, directions, blanks, pictures, spaces, plain.
NASTY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("ae \t\n\u0301\u0323\u0489\u200b\u200d\u202e\u2066\ufe0f\u2800\u3164"),
        st.sampled_from("👩🚀❤🏽🇫🇷🏴\U000e0067\U000e007f\u1100\u1161\ufeff\x00\x7f\U0001f1e6"),
    ),
    max_size=40,
)


@pytest.mark.parametrize(
    "given",
    [
        "Ada",
        "Jean-Éric",
        "O’Neill",
        "名前",
        "Ἀριστοτέλης",
        "עדה",
        "ناصر",
        "Zoë 2",
        "<b>Bob</b>",
        "👩🏽‍🚀",
        "👨‍👩‍👧‍👦",
        "🏳️‍🌈",
        "❤️‍🔥",
        "🇫🇷🇬🇧",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1️⃣",
        "Tiếng Việt",
        "नमस्ते",
    ],
)
def test_a_name_of_any_script_and_with_pictures_stays_as_it_is(given: str) -> None:
    assert sanitize.sanitize_name(given) == unicodedata.normalize("NFC", given)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada \t\n  Lovelace ", "Ada Lovelace"),
        ("Ada\u2028Bob\u3000Chen", "Ada Bob Chen"),
        ("e\u0301", "é"),
        ("A\u200bd\u200ca\ufeff", "Ada"),
        ("A\u200dda", "Ada"),  # a joiner that joins no pictures
        ("\u202eAda\u2066", "Ada"),  # directions
        ("Ada\x00\x1b[31m", "Ada[31m"),
        ("A\ue000d\ufffea\U000e0041", "Ada"),
        ("a\u0301\u0302\u0303\u0304\u0305", "á\u0302\u0303"),
        ("\u0301Ada \u0301Bob", "Ada Bob"),  # marks on nothing
        ("🏴\U000e0078\U000e0079\U000e007f", "🏴"),  # no flag is spelled so
        ("👩\u200d\u2800", "👩"),
    ],
)
def test_what_cannot_be_seen_is_taken_away(given: str, kept: str) -> None:
    assert sanitize.sanitize_name(given) == kept


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u200d", "\u3164", "\u2800 \u115f", "\u0301"])
def test_a_name_that_shows_nothing_is_refused(given: str) -> None:
    with pytest.raises(Problem, match="name: The name is empty: it needs 1 to 20") as caught:
        sanitize.sanitize_name(given)
    assert (caught.value.code, caught.value.field) == ("empty", "name")


def test_a_name_has_at_most_twenty_characters_as_a_reader_counts() -> None:
    assert sanitize.sanitize_name("x" * 20) == "x" * 20
    assert sanitize.sanitize_name("👩🏽‍🚀" * 20) == "👩🏽‍🚀" * 20
    with pytest.raises(Problem, match="20 characters at most"):
        sanitize.sanitize_name("x" * 21)


@pytest.mark.parametrize(
    "given",
    ["👩" + "\u200d👩" * 90, "👍" + "🏽" * 40, "🇫🇷" * 21, "x" * 10_000, "\u200b" * 10_000],
    ids=["joined", "tones", "flags", "long", "unseen"],
)
def test_a_name_does_not_grow_by_what_counts_for_little(given: str) -> None:
    with pytest.raises(Problem, match="20 characters at most"):
        sanitize.sanitize_name(given)


def test_a_text_is_one_line_of_at_most_two_hundred_characters() -> None:
    assert sanitize.sanitize_text("well\nplayed!  " + "x" * 187) == "well played! " + "x" * 187
    with pytest.raises(Problem, match="text: The text is too long: 200"):
        sanitize.sanitize_text("x" * 201)
    with pytest.raises(Problem, match="text: The text is empty"):
        sanitize.sanitize_text("\n")


def test_a_problem_is_told_in_french_too() -> None:
    with pytest.raises(Problem) as caught:
        sanitize.sanitize_label(" ")
    assert caught.value.build_details("fr").text == (
        "L’étiquette est vide : il faut de 1 à 40 caractères visibles."
    )


@given(NASTY)
@settings(max_examples=500, deadline=None)
def test_cleaning_a_second_time_changes_nothing(given: str) -> None:
    once = sanitize.sanitize(given)
    assert sanitize.sanitize(once) == once


@given(NASTY)
@settings(max_examples=500, deadline=None)
def test_what_is_left_is_one_composed_line_that_can_be_seen(given: str) -> None:
    left = sanitize.sanitize(given)
    assert unicodedata.is_normalized("NFC", left)
    assert left == " ".join(left.split())
    kinds = [unicodedata.category(char) for char in left]
    assert not {"Cc", "Cs", "Co", "Zl", "Zp"} & set(kinds)
    for at, kind in enumerate(kinds):
        if kind == "Cf":
            assert left[at] == "\u200d" or "\U000e0020" <= left[at] <= "\U000e007f"
    marks = "".join("m" if kind[0] == "M" else "." for kind in kinds)
    assert "mmm" not in marks
    assert not marks.startswith("m")


@given(st.text(st.characters(categories=["L", "N"]), max_size=30))
@settings(deadline=None)
def test_letters_and_digits_are_kept(given: str) -> None:
    left = sanitize.sanitize(given)
    blank = [char for char in given if char in sanitize.BLANK]
    assert left == unicodedata.normalize("NFC", "".join(c for c in given if c not in blank))


@given(NASTY, NASTY)
@settings(deadline=None)
def test_words_are_as_long_together_as_each_for_itself(first: str, second: str) -> None:
    one, other = sanitize.sanitize(first), sanitize.sanitize(second)
    both = sanitize.count_characters(f"{one} {other}")
    assert (
        both
        == sanitize.count_characters(one) + 1 + sanitize.count_characters(other)
        <= len(one) + 1 + len(other)
    )
