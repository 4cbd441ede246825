"""What is answered when something can't be done."""

import msgspec
import pytest

from pioche.server.problem import STATUS, Problem, negotiate_language
from pioche.words import LANGUAGES, common_words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_a_sentence_and_no_sentence_is_without_a_code(lang: str) -> None:
    assert set(common_words(lang)["server"]["problems"]) == set(STATUS)


def test_a_problem_says_what_is_wrong_where_and_when_to_come_back() -> None:
    problem = Problem("too-fast", retry=2.1)
    assert problem.status == 429
    assert problem.build_headers() == {"retry-after": "3"}
    assert problem.text() == "Not so fast! Try again in 3 s."
    assert (
        msgspec.json.encode(Problem("empty", field="name", most=20).build_details("fr"))
        == (
            '{"code":"empty","text":"Le nom est vide : il faut de 1 à 20 caractères visibles.",'
            '"field":"name"}'
        ).encode()
    )


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.5, fr;q=0.7", "fr"),
        ("de, it;q=0.5", "en"),
        ("FR-ca", "fr"),
        ("fr;q=0, en", "en"),
        ("*", "en"),
        ("fr;q=nonsense", "en"),
        ("fr;q=nan,;;==,", "en"),
    ],
)
def test_the_language_is_the_one_wished_for_most(accepted: str, spoken: str) -> None:
    assert negotiate_language(accepted) == spoken
