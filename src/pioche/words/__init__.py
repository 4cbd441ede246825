"""Saying things: the sentences of the word files filled in, in French and English."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pioche.core.game import Game
from pioche.core.refusal import Refusal
from pioche.core.schema import Event

LANGUAGES = ("en", "fr")
SEAT_PARAMS = ("seat", "to", "from")  # parameters that are seats and are said as names


class Words:
    """The words of a game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.lang = choose_translation(game, "words", f"{lang}.json", lang)
        self.texts = read_word_file(game.package, self.lang)
        self.common_texts = common_words(lang)

    @staticmethod
    @cache
    def load(game: Game, lang: str) -> "Words":
        """The words of a game; in English where the game has no others."""
        return Words(game, lang)

    def say_event(self, event: Event, names: Sequence[str]) -> str:
        """An event as a sentence."""
        return self.fill(self.texts["events"][event["type"]], event, names)

    def say_refusal(self, refusal: Refusal, names: Sequence[str]) -> str:
        """A refusal as a sentence."""
        template = (
            self.texts["refusals"].get(refusal.code) or self.common_texts["refusals"][refusal.code]
        )
        return self.fill(template, refusal.params, names)

    def say_preview(self, preview: Event, names: Sequence[str]) -> str:
        """What a move will do, in a few words."""
        return self.fill(self.texts["previews"][preview["type"]], preview, names)

    def say_advice(self, advice: Event, names: Sequence[str]) -> str:
        """What speaks for a move, as a sentence."""
        own = self.texts.get("advice", {}).get(advice["type"])
        return self.fill(own or self.common_texts["advice"][advice["type"]], advice, names)

    def say_move(self, text: str, names: Sequence[str]) -> str:
        """A move in words."""
        _, *arguments = text.split()
        said = [self.say_argument(word, names) for word in arguments]
        return str(self.move_template(text).format(*said))

    def say_move_kind(self, text: str) -> str:
        """The kind of a move in words: what it says, its details left open."""
        return str(self.move_template(text).format(*["…"] * len(text.split())))

    def move_template(self, text: str) -> str:
        """The sentence of a move text, by its verb and how many words follow."""
        verb, *arguments = text.split()
        template = self.texts["moves"][verb]
        return str(template if isinstance(template, str) else template[str(len(arguments))])

    def say_argument(self, word: str, names: Sequence[str]) -> str:
        """One word of a move text: a seat, a card or a word of the game's own."""
        if word.startswith("@"):
            seat = int(word[1:])
            return names[seat] if seat < len(names) else word
        own = self.texts.get("arguments", {}).get(word) or self.texts.get("colours", {}).get(word)
        return own if own is not None else self.game.card_name(word, self.texts)

    def fill(self, template: Any, params: Mapping[str, Any], names: Sequence[str]) -> str:
        """A template with its parameters said; of a plural, the form for its number."""
        if not isinstance(template, str):
            template = template[self.plural_form(params[template["by"]])]
        said = {key: self.say_param(key, value, names) for key, value in params.items()}
        return str(template.format(**said))

    def plural_form(self, number: int) -> str:
        """The plural form for a number: French counts 0 as one."""
        single = abs(number) < 2 if self.lang == "fr" else number == 1
        return "one" if single else "other"

    def say_param(self, key: str, value: Any, names: Sequence[str]) -> str:
        """A parameter: seats by name, cards and colours in words, lists with commas."""
        if isinstance(value, (list, tuple)):
            one = "card" if key == "cards" else "seat" if key in ("seats", "actors") else key
            return ", ".join(self.say_param(one, item, names) for item in value) or "–"
        if key in SEAT_PARAMS and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        if key == "colour":
            # Of a series, say, which in French is feminine: the words of a move come first.
            own = self.texts.get("arguments", {}).get(value)
            return str(own or self.texts["colours"][value])
        return self.game.card_name(value, self.texts) if key == "card" else str(value)


def choose_translation(game: Game, folder: str, name: str, lang: str) -> str:
    """A language, if a game has that file in it; else English, which all games have."""
    check_language(lang)
    return lang if files(game.package).joinpath(folder, name).is_file() else "en"


def check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise ValueError(f"language {lang!r}: there are {' and '.join(LANGUAGES)}")


@cache
def read_word_file(package: str, lang: str) -> Mapping[str, Any]:
    """The word file of a package."""
    check_language(lang)
    path = files(package).joinpath("words", f"{lang}.json")
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def common_words(lang: str) -> Mapping[str, Any]:
    """What is said in all games."""
    return read_word_file("pioche", lang)
