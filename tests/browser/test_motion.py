"""Cards travel, but not for those who would rather have it calm."""

from browser_user import SIMPLEST, Visit, Visitor
from tap_player import play_on

COUNT = """() => {
  window.flights = 0;
  window.moving = 0;
  new MutationObserver(changes => {
    for (const change of changes)
      for (const node of change.addedNodes)
        if (node.parentElement?.className === "flights") window.flights += 1;
  }).observe(document.body, {childList: true, subtree: true});
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.moving += 1;
    return animate.apply(this, given);
  };
}"""


def test_cards_travel_from_where_they_were(visit: Visit) -> None:
    assert flights(visit()) > 0


def test_nothing_travels_for_those_who_ask_for_less_motion(visit: Visit) -> None:
    calm = visit(calm=True)
    assert flights(calm) == 0
    assert calm.page.evaluate("window.moving") == 0
    lasting = "document.getAnimations().filter(each => each.playState === 'running').length"
    assert calm.page.evaluate(lasting) == 0


def flights(visitor: Visitor) -> int:
    """How many cards travelled in a game."""
    visitor.play_now(SIMPLEST)
    visitor.page.evaluate(COUNT)
    player = visitor.tapper()
    play_on([player], lambda: player.taps >= 6)
    return int(visitor.page.evaluate("window.flights"))
