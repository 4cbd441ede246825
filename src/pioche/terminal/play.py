"""`pioche play`: a game at the prompt against random players."""

import secrets
import time
from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console

from pioche.core.game import Game
from pioche.core.recorder import Recorder
from pioche.core.rng import Generator, KeyedRng, Rng
from pioche.core.state import CHANCE, CLOCK, State
from pioche.rulebook import Rulebook
from pioche.terminal.screen import Screen, shown
from pioche.words import house_words

ME = 0
SAID_IN_WORDS = 40  # longer lists of moves show the move texts alone
OTHERS = ("Ada", "Blaise", "Chloé", "Denis", "Émilie", "Fatou", "Gaspard")


class Quit(Exception):
    """The player has had enough."""


class Play:
    """One game: the player at seat 0, random players at the others."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, int],
        *,
        seed: int | None = None,
        lang: str = "en",
        name: str | None = None,
        console: Console | None = None,
        ask: Callable[[str], str],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        state = game.new(players, **options)
        # A real game is dealt from a secret that nobody can guess; a seed is for repeating one.
        chance: Generator = KeyedRng(secrets.token_bytes(32)) if seed is None else Rng(seed)
        self.luck = Rng(secrets.randbits(128) if seed is None else seed + 1)
        me = shown(name or house_words(lang)["terminal"]["you"])
        self.screen = Screen(console, game, lang, [me, *OTHERS][:players])
        seated = [{"name": me}]
        seated += [{"name": other, "bot": "random"} for other in self.screen.names[1:]]
        self.recorder = Recorder(state, seated, chance)
        self.game, self.lang, self.ask, self.now = game, lang, ask, now
        self.started = self.clock_since = now()

    def run(self, save: Path | None = None) -> None:
        """Play until the end, or until the player leaves; then save the record."""
        self.screen.say("welcome", game=self.screen.words.texts["name"])
        try:
            while not self.state.is_over():
                self.advance()
            self.screen.board(self.state, ME)
            self.screen.result(self.state)
        except (Quit, EOFError, KeyboardInterrupt):
            self.screen.say("bye")
        if save is not None:
            save.write_text(self.recorder.record().to_json(), encoding="utf-8")
            self.screen.say("saved", file=save)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.recorder.state

    def advance(self) -> None:
        """Do what comes next: a shuffle, the clock, the player's move, the others' moves."""
        actors = self.state.actors()
        if actors == (CHANCE,):
            self.tell(CHANCE, None, self.recorder.shuffle)
            self.clock_since = self.now()
        elif self.time_is_up():
            self.play(CLOCK, self.state.legal(CLOCK)[0])
        elif ME in actors:
            self.my_move()
            self.others_at_once(actors)
        else:
            self.random_move(actors[self.luck.below(len(actors))])

    def time_is_up(self) -> bool:
        """Whether the clock has a move and its time has come."""
        if not self.state.legal(CLOCK):
            return False
        return self.now() - self.clock_since >= self.game.clock_seconds(self.state)

    def others_at_once(self, actors: tuple[int, ...]) -> None:
        """Where several may act at once, each of the others moves when the player has."""
        for seat in actors:
            if seat != ME and seat in self.state.actors():
                self.random_move(seat)

    def random_move(self, seat: int) -> None:
        """Any legal move."""
        legal = self.state.legal(seat)
        self.play(seat, legal[self.luck.below(len(legal))])

    def play(self, seat: int, action: int) -> None:
        """Play a move and tell it."""
        at = int(1000 * (self.now() - self.started))
        self.tell(seat, action, lambda: self.recorder.apply(seat, action, at))

    def tell(self, who: int, action: int | None, happen: Callable[[], None]) -> None:
        """Let something happen, and say what the player sees of it."""
        before = self.state.clone()
        happen()
        self.screen.events(self.game.events(before, who, action, self.state, ME))

    # -- the prompt ----------------------------------------------------------------------

    def my_move(self) -> None:
        """Ask until the player has given a legal move."""
        self.screen.board(self.state, ME)
        moves = numbered(self.game, self.state.legal(ME))
        self.list_moves(moves)
        while True:
            action = self.answer(self.ask(self.screen.house["prompt"]).strip(), moves)
            if action is not None:
                self.play(ME, action)
                return

    def list_moves(self, moves: dict[str, int]) -> None:
        """The legal moves, numbered."""
        names, words = self.screen.names, self.screen.words
        lines = []
        for number, action in moves.items():
            text = self.game.text(action)
            said = "" if len(moves) > SAID_IN_WORDS else f"  [dim]{words.move(text, names)}[/]"
            lines.append(f"[bold]{number:>3}[/] {text}{said}")
        self.screen.console.print(Columns(lines, column_first=True, padding=(0, 3)))

    def answer(self, text: str, moves: dict[str, int]) -> int | None:
        """The move an answer names; otherwise do what it asks for and give None."""
        verb, _, rest = text.partition(" ")
        verb = verb.lower()
        if text in moves:
            return moves[text]
        if text.removeprefix("-").isdecimal():
            self.screen.say("numbers")
            return None
        if verb in ("quit", "q"):
            raise Quit
        if verb == "why" and rest:
            self.explain(rest)
        elif verb == "rules":
            self.show_rules(rest)
        elif verb in ("", "?", "help", "why"):
            self.list_moves(moves)
            self.screen.say("help")
        else:
            return self.typed(text)
        return None

    def parse(self, text: str) -> int:
        """The action of a move text; whoever types need not mind capital letters."""
        folded = {move.casefold(): action for action, move in enumerate(self.game.texts)}
        action = folded.get(" ".join(text.casefold().split()))
        return self.game.parse(text) if action is None else action

    def typed(self, text: str) -> int | None:
        """A move given by its text, if it is one and legal now."""
        try:
            action = self.parse(text)
        except ValueError as error:
            self.screen.console.print(str(error), style="red", markup=False)
            return None
        if self.state.refusal(ME, action) is None:
            return action
        self.explain(text)
        return None

    def explain(self, text: str) -> None:
        """`why MOVE`: the refusal in words, with its clause."""
        try:
            refusal = self.state.refusal(ME, self.parse(text))
        except ValueError as error:
            self.screen.console.print(str(error), style="red", markup=False)
            return
        if refusal is None:
            self.screen.say("allowed", move=text)
            return
        why = self.screen.words.refusal(refusal, self.screen.names)
        self.screen.console.print(f"{why} ({refusal.clause})", style="yellow", markup=False)

    def show_rules(self, clause: str) -> None:
        """`rules [CLAUSE]`."""
        book = Rulebook.of(self.game, self.lang)
        try:
            text = book.clause(clause) if clause else book.text
        except ValueError as error:
            text = str(error)
        self.screen.console.print(text, markup=False)


def numbered(game: Game, legal: list[int]) -> dict[str, int]:
    """The legal moves by the number to type: their own where each is a verb and a number.

    So `grab 17` is number 17, as it is on the table.
    """
    texts = [game.text(action).split() for action in legal]
    if len({verb for verb, *_ in texts}) == 1 and all(is_number(words[1:]) for words in texts):
        return {words[1]: action for words, action in zip(texts, legal, strict=True)}
    return {str(number): action for number, action in enumerate(legal, 1)}


def is_number(words: list[str]) -> bool:
    """Whether that is one whole number."""
    return len(words) == 1 and words[0].removeprefix("-").isdecimal()
