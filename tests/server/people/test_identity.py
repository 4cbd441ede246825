"""Who somebody is: keys in cookies, tokens and links."""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from stores import opened

from pioche.server.people import identity
from pioche.server.people.cache import PersonCache
from pioche.server.people.identity import (
    AVATARS,
    Identity,
    build_cookie,
    fallback_name,
    key_id,
    read_presented_key,
)
from pioche.server.people.sanitize import sanitize_name
from pioche.server.people.secrets import Secret, hash_secret
from pioche.server.problem import Problem
from pioche.server.store.base import Person, Store
from pioche.words import LANGUAGES


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


class IdentitySetup:
    """An identity on a store, its clocks, and how often the store was asked who it is."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = Clock()
        self.monotonic = Clock()
        self.recent = PersonCache(clock=self.monotonic)
        self.identity = Identity(store, self.now, self.recent)
        self.lookups = 0
        self.person_of, store.find_person_by_key = store.find_person_by_key, self.look_up  # type: ignore[method-assign]

    async def look_up(self, *arguments: Any) -> Person | None:
        self.lookups += 1
        return await self.person_of(*arguments)


def with_identity(test: Callable[[IdentitySetup], Awaitable[None]]) -> Callable[[Path], None]:
    """A test of an identity with a store of its own."""

    def run(tmp_path: Path) -> None:
        async def scenario() -> None:
            async with opened(f"sqlite://{tmp_path}/pioche.db") as store:
                await asyncio.wait_for(test(IdentitySetup(store)), 60)

        asyncio.run(scenario())

    run.__name__ = run.__qualname__ = test.__name__
    return run


def with_cookie(secret: Secret) -> list[tuple[bytes, bytes]]:
    return [(b"host", b"x"), (b"cookie", f"a=b; pioche={secret.reveal()}; c=d".encode())]


def with_token(secret: Secret) -> list[tuple[bytes, bytes]]:
    return [(b"authorization", f"Bearer {secret.reveal()}".encode())]


# -- secrets -----------------------------------------------------------------------------


@with_identity
async def test_a_secret_has_256_bits_and_the_store_knows_its_hash_alone(
    setup: IdentitySetup,
) -> None:
    person, secret = await setup.identity.create("Ada", "fox")
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", secret.reveal())
    [key] = await setup.store.list_keys_of(person.id)
    assert key.hash == hashlib.sha256(secret.reveal().encode()).digest() == hash_secret(secret)
    assert (key.person, key.kind, key.expires) == (person.id, "cookie", None)
    assert len({Secret.new().reveal() for _ in range(100)}) == 100


def test_a_secret_shows_itself_to_no_one_who_prints_it() -> None:
    secret = Secret.new()
    assert secret.reveal() not in f"{secret} {secret!r} {[secret]} {Exception(secret)!r}"


@pytest.mark.parametrize("written", ["", "x", "x" * 42, "x" * 44, "x" * 42 + "é", "x" * 42 + "\n"])
def test_what_is_not_written_as_a_secret_is_none(written: str) -> None:
    assert Secret.read(written) is None


def test_ids_of_people_are_short_and_all_different() -> None:
    ids = {identity.new_person_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"[2-9a-hjkmnp-z]{12}", id) for id in ids)


# -- who is it? --------------------------------------------------------------------------


@with_identity
async def test_a_person_is_known_by_the_cookie(setup: IdentitySetup) -> None:
    ada, secret = await setup.identity.create("Ada", "fox")
    bob, _ = await setup.identity.create("Bob", "owl")
    assert ada.id != bob.id
    assert await setup.identity.find_person(with_cookie(secret)) == ada
    assert await setup.identity.find_person([]) is None
    assert await setup.identity.find_person(with_cookie(Secret.new())) is None
    with pytest.raises(Problem, match="choose a name first"):
        await setup.identity.require_person([])


def test_a_cookie_is_found_among_others_and_in_several_headers() -> None:
    secret = Secret.new()
    good = f"pioche={secret.reveal()}".encode()
    for headers in (
        [(b"cookie", b"pioche=short; " + good)],
        [(b"cookie", b"other=1"), (b"cookie", good)],
        [(b"cookie", b'pioche="' + secret.reveal().encode() + b'"')],
    ):
        key = read_presented_key(headers)
        assert key and key.secret and key.secret.reveal() == secret.reveal()
    assert read_presented_key([(b"cookie", b"xpioche=" + secret.reveal().encode())]) is None
    assert read_presented_key([(b"cookie", b"\xff\xfe;=;;pioche")]) is None


@with_identity
async def test_a_token_is_no_cookie_and_a_cookie_no_token(setup: IdentitySetup) -> None:
    ada, browser = await setup.identity.create("Ada", "fox")
    _, program = await setup.identity.add_token(ada, "my bot")
    assert await setup.identity.find_person(with_token(program)) == ada
    assert await setup.identity.find_person(with_token(browser)) is None
    assert await setup.identity.find_person(with_cookie(program)) is None


@with_identity
async def test_a_wrong_token_is_not_made_good_by_a_cookie(setup: IdentitySetup) -> None:
    """Sockets without an origin are let in for their token: it has to be what counts."""
    ada, browser = await setup.identity.create("Ada", "fox")
    assert await setup.identity.find_person(with_token(Secret.new()) + with_cookie(browser)) is None
    wrong = [(b"authorization", b"Bearer nonsense"), *with_cookie(browser)]
    assert await setup.identity.find_person(wrong) is None
    password = [(b"authorization", b"Basic YTpi"), *with_cookie(browser)]
    assert await setup.identity.find_person(password) == ada


def test_the_cookie_is_kept_from_scripts_and_other_sites() -> None:
    secret = Secret.new()
    header = build_cookie(secret, secure=False).to_header(header="")
    assert header.startswith(f"pioche={secret.reveal()}; ")
    parts = set(header.split("; ")[1:])
    assert parts == {"HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=lax"}
    assert "; Secure" in build_cookie(secret, secure=True).to_header(header="")


# -- the short memory --------------------------------------------------------------------


@with_identity
async def test_the_store_is_not_asked_again_within_half_a_minute(setup: IdentitySetup) -> None:
    _, secret = await setup.identity.create("Ada", "fox")
    for _ in range(3):
        await setup.identity.find_person(with_cookie(secret))
    assert setup.lookups == 1
    setup.monotonic.at += 31
    await setup.identity.find_person(with_cookie(secret))
    assert setup.lookups == 2


@with_identity
async def test_a_new_name_is_seen_at_once(setup: IdentitySetup) -> None:
    ada, secret = await setup.identity.create("Ada", "fox")
    await setup.identity.find_person(with_cookie(secret))
    changed = await setup.identity.change(ada, "  Ada L. ", "owl")
    assert (changed.id, changed.name, changed.avatar) == (ada.id, "Ada L.", "owl")
    assert await setup.identity.find_person(with_cookie(secret)) == changed


def test_a_person_read_before_a_change_is_not_remembered_after_it() -> None:
    recent = PersonCache()
    old = Person("ada", "Ada", "fox", 0)
    before = recent.changes
    recent.forget("ada")
    recent.put(b"key", old, before)
    assert recent.get(b"key") is None
    recent.put(b"key", old, recent.changes)
    assert recent.get(b"key") == old


def test_the_memory_is_bounded_and_forgets_the_oldest() -> None:
    recent = PersonCache(most=3)
    for number in range(5):
        recent.put(bytes([number]), Person(str(number), "x", "fox", 0), recent.changes)
    assert [recent.get(bytes([n])) is not None for n in range(5)] == [False] * 2 + [True] * 3


@with_identity
async def test_strangers_leave_nothing_in_the_memory(setup: IdentitySetup) -> None:
    for _ in range(10):
        await setup.identity.find_person(with_cookie(Secret.new()))
    assert not setup.recent.people


# -- names and avatars -------------------------------------------------------------------


@with_identity
async def test_names_are_cleaned_and_avatars_are_those_there_are(setup: IdentitySetup) -> None:
    with pytest.raises(Problem, match="name is empty"):
        await setup.identity.create("\u200b", "fox")
    with pytest.raises(Problem, match="no such avatar") as caught:
        await setup.identity.create("Ada", "unicorn")
    assert caught.value.field == "avatar"
    assert (await setup.store.count_totals())["people"] == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_avatar_has_a_name_for_those_who_give_none(lang: str) -> None:
    names = [fallback_name(avatar, lang) for avatar in AVATARS]
    assert len(set(names)) == len(AVATARS) == 24
    assert all(sanitize_name(name) == name for name in names)


# -- other devices -----------------------------------------------------------------------


@with_identity
async def test_a_link_leads_another_device_to_the_same_person_once(setup: IdentitySetup) -> None:
    ada, first = await setup.identity.create("Ada", "fox")
    link = await setup.identity.create_link(ada)
    assert link.expires == setup.now() + 600_000
    person, second = await setup.identity.redeem_link(link.secret.reveal())
    assert person == ada
    assert await setup.identity.find_person(with_cookie(second)) == ada
    assert await setup.identity.find_person(with_cookie(first)) == ada
    with pytest.raises(Problem, match="link has been used"):
        await setup.identity.redeem_link(link.secret.reveal())


@with_identity
async def test_of_two_devices_that_claim_at_once_one_gets_the_link(setup: IdentitySetup) -> None:
    ada, _ = await setup.identity.create("Ada", "fox")
    link = await setup.identity.create_link(ada)
    claims = [setup.identity.redeem_link(link.secret.reveal()) for _ in range(5)]
    results = await asyncio.gather(*claims, return_exceptions=True)
    assert sum(isinstance(result, Problem) for result in results) == 4


@with_identity
async def test_a_link_is_good_for_ten_minutes_and_opens_nothing_by_itself(
    setup: IdentitySetup,
) -> None:
    ada, browser = await setup.identity.create("Ada", "fox")
    link = await setup.identity.create_link(ada)
    assert await setup.identity.find_person(with_cookie(link.secret)) is None
    assert await setup.identity.find_person(with_token(link.secret)) is None
    setup.now.at += 600_000
    for token in (link.secret.reveal(), browser.reveal(), "nonsense"):
        with pytest.raises(Problem) as caught:
            await setup.identity.redeem_link(token)
        assert caught.value.status == 410


@with_identity
async def test_a_person_has_few_links_and_tokens_at_a_time(setup: IdentitySetup) -> None:
    ada, _ = await setup.identity.create("Ada", "fox")
    for _ in range(identity.MOST_LINKS):
        await setup.identity.create_link(ada)
    with pytest.raises(Problem, match="There are 10 of these already"):
        await setup.identity.create_link(ada)
    setup.now.at += 600_000
    await setup.identity.create_link(ada)
    for number in range(identity.MOST_TOKENS):
        await setup.identity.add_token(ada, f"bot {number}")
    with pytest.raises(Problem, match="There are 20 of these already"):
        await setup.identity.add_token(ada, "one more")


# -- programs ----------------------------------------------------------------------------


def test_however_many_links_and_tokens_are_made_at_once_there_are_few(url: str) -> None:
    async def scenario() -> None:
        async with opened(url) as store:
            people = Identity(store, Clock())
            ada, _ = await people.create("Ada", "owl")
            links = [people.create_link(ada) for _ in range(60)]
            tokens = [people.add_token(ada, "bot") for _ in range(60)]
            made = await asyncio.gather(*links, *tokens, return_exceptions=True)
            refused = [one for one in made if isinstance(one, Problem)]
            assert {problem.code for problem in refused} == {"too-many-keys"}
            assert len(made) - len(refused) == identity.MOST_LINKS + identity.MOST_TOKENS
            assert len(await people.list_keys(ada, "link")) == identity.MOST_LINKS
            assert len(await people.list_tokens(ada)) == identity.MOST_TOKENS

    asyncio.run(scenario())


@with_identity
async def test_tokens_are_listed_without_what_they_are_and_can_be_deleted(
    setup: IdentitySetup,
) -> None:
    ada, _ = await setup.identity.create("Ada", "fox")
    token, secret = await setup.identity.add_token(ada, " my \n bot ")
    assert token.label == "my bot"
    assert await setup.identity.list_tokens(ada) == [token]
    assert token.id == key_id(hash_secret(secret))
    assert token.id not in (secret.reveal(), hash_secret(secret).hex())
    assert await setup.identity.find_person(with_token(secret)) == ada
    await setup.identity.drop_token(ada, token.id)
    assert await setup.identity.find_person(with_token(secret)) is None
    assert await setup.identity.list_tokens(ada) == []
    with pytest.raises(Problem, match="no such token"):
        await setup.identity.drop_token(ada, token.id)


@with_identity
async def test_nobody_deletes_the_token_of_another(setup: IdentitySetup) -> None:
    ada, _ = await setup.identity.create("Ada", "fox")
    bob, _ = await setup.identity.create("Bob", "owl")
    token, secret = await setup.identity.add_token(ada, "bot")
    with pytest.raises(Problem, match="no such token"):
        await setup.identity.drop_token(bob, token.id)
    assert await setup.identity.find_person(with_token(secret)) == ada


@with_identity
async def test_a_program_makes_no_keys(setup: IdentitySetup) -> None:
    ada, browser = await setup.identity.create("Ada", "fox")
    _, program = await setup.identity.add_token(ada, "bot")
    assert await setup.identity.require_owner(with_cookie(browser)) == ada
    with pytest.raises(Problem, match="not allowed"):
        await setup.identity.require_owner(with_token(program))
    with pytest.raises(Problem, match="choose a name"):
        await setup.identity.require_owner([])
