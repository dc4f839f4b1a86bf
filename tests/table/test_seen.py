"""Who has seen which card: by card, wherever it lies, and whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import DECK, Hand
from croupier.engine.irregularities import Role
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import settle
from croupier.games import GAMES
from croupier.problems import BadInput
from croupier.table import events as happened
from croupier.table import saved, seen
from croupier.table.commands import BURNT, DEALER, Report, Who
from croupier.table.dealing import cards_text
from croupier.table.evolve import evolve, fold, new_table
from croupier.table.secrecy import seen as told
from croupier.table.seen import visible
from croupier.table.showing import Showing
from croupier.table.sight import SOMETHING
from croupier.table.state import Step, parsed, read
from croupier.table.views import hand_name
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.engine.game import Game
    from croupier.table.events import AnyEvent
    from croupier.table.state import Table

PLAYERS = {1: "p1", 2: "p2", 3: "p3"}
P1, P2, LATE = (Who(name, Role.PLAYER) for name in ("p1", "p2", "p9"))
STAFF = Who("s1", Role.DEALER)
BOX_GAMES = [game.name for game in GAMES if not game.drawn_by_tableau]
AT: dict[str, Any] = {"by": "s1", "at": 0}


def dealt(game: str = "royal-three-pictures", *, read: bool = True) -> Table:
    """Three boxes and the dealer, three cards each, nobody has looked."""
    table = new_table("t1", setup_of(game))
    main = table.main_bet
    events: list[AnyEvent] = [happened.BettingOpened(round=1, **AT)]
    events += [
        happened.WagerPlaced(player=name, box=box, bet=main, cents=10_000, **AT)
        for box, name in PLAYERS.items()
    ]
    events.append(happened.BettingClosed(**AT))
    deck = list(DECK)
    for place in (*PLAYERS, DEALER):
        cards = [deck.pop() for _ in range(3)]
        text = cards_text(tuple(cards)) if read else "?? ?? ??"
        events.append(happened.CardsDealt(cards=text, to=place, **AT))
    table = fold(table, events)
    return table if table.step is Step.PLAYING else replaced(table)


def replaced(table: Table) -> Table:
    return replace(table, step=Step.PLAYING, round=replace(table.round, to_deal=()))


def looks(player: str, box: int) -> AnyEvent:
    return happened.HandExamined(player=player, box=box, **AT)


MOVES = st.permutations((*PLAYERS, DEALER)).map(
    lambda places: happened.HandsMoved(
        moves=dict(zip((*PLAYERS, DEALER), places, strict=True)), **AT
    )
)
LOOKS = st.sampled_from(sorted(PLAYERS.items())).map(lambda one: looks(one[1], one[0]))
OTHERWISE = st.tuples(
    st.sampled_from((happened.CardsFoundLying, happened.DealReconstructed)), st.randoms()
)
TURNED = st.tuples(st.sampled_from(("expose", "turn-down")), st.integers(0, 11))


def as_event(one: object, table: Table) -> AnyEvent:
    """Lays all cards of the hands anew, or turns one of them up or down."""
    if isinstance(one, happened.HandsMoved | happened.HandExamined):
        return one
    assert isinstance(one, tuple)
    places = (*PLAYERS, DEALER)
    cards = [card for place in places for card in table.cards_of(place)]
    if isinstance(one[1], int):
        text = cards_text((cards[one[1]],))
        kind = happened.CardsExposed if one[0] == "expose" else happened.CardsTurnedDown
        return kind(cards=text, **AT)
    one[1].shuffle(cards)
    hands = {
        place: cards_text(tuple(cards[3 * at : 3 * at + 3])) for at, place in enumerate(places)
    }
    if one[0] is happened.CardsFoundLying:
        return happened.CardsFoundLying(hands=hands, **AT)
    return happened.DealReconstructed(hands=hands, **AT)


@pytest.mark.slow
@given(st.lists(LOOKS | MOVES | OTHERWISE | TURNED, max_size=8))
def test_a_view_shows_what_lies_open_and_what_was_seen_and_no_more(steps: list[object]) -> None:
    table = dealt()
    saw: dict[str, set[Card]] = {name: set() for name in PLAYERS.values()}
    up: set[Card] = set()
    for one in steps:
        event = as_event(one, table)
        if isinstance(event, happened.HandExamined):
            saw[event.player] |= {card for card in table.cards_of(event.box) if card}
        table = evolve(table, event)
        if isinstance(event, happened.CardsExposed | happened.CardsTurnedDown):
            cards = set(read_cards(event.cards))
            up = up | cards if isinstance(event, happened.CardsExposed) else up - cards
            for name in saw:
                saw[name] |= cards
        for name in (*saw, LATE.name):
            who = Who(name, Role.PLAYER)
            for place in (*PLAYERS, DEALER):
                wanted = up | saw.get(name, set())
                cards_there = table.cards_of(place)
                assert visible(table, place, who) == tuple(
                    card if card in wanted else None for card in cards_there
                )
        everything = up.union(*saw.values())
        assert seen.by_anybody(table) == everything
        assert saved.load(saved.save(table)) == table


def read_cards(text: str) -> list[Card]:
    return [card for card in parsed(text) if card]


def test_a_look_at_an_unread_hand_counts_once_it_is_read() -> None:
    table = evolve(dealt(read=False), looks("p1", 1))
    assert seen.seen_unread(table) == [1]
    table = evolve(table, happened.HandsMoved(moves={1: 2, 2: 1}, **AT))
    assert seen.seen_unread(table) == [2]
    event = happened.CardsRead(place=2, cards="Kh Qd Jc", **AT)
    table = evolve(table, event)
    assert seen.seen_unread(table) == []
    assert seen.by_anybody(table) == set(read_cards("Kh Qd Jc"))
    assert [told(event, table, who) for who in (P1, P2, LATE)] == [
        event,
        *[happened.CardsRead(place=2, cards="?? ?? ??", **AT)] * 2,
    ]
    assert seen.visible_to(table, STAFF) == set(read_cards("Kh Qd Jc"))
    assert seen.visible_to(table, Who("s2", Role.PIT_SUPERVISOR)) == set()


def test_a_hand_out_of_play_stays_seen() -> None:
    table = evolve(dealt(), looks("p1", 1))
    cards = {card for card in table.cards_of(1) if card}
    table = evolve(table, happened.HandRemoved(box=1, returned=(), **AT))
    assert seen.by_anybody(table) == cards
    assert cards <= set(table.round.removed)
    assert table.round.exposed == frozenset()


def test_a_hand_laid_open_is_open_where_it_lies_and_known_where_its_cards_go() -> None:
    table = dealt()
    first, second = table.cards_of(1), table.cards_of(2)
    laid = happened.HandReturned(box=1, cards=cards_text(first), **AT)
    moved = fold(table, [laid, happened.HandsMoved(moves={1: 2, 2: 1}, **AT)])
    assert (visible(moved, 2, LATE), visible(moved, 1, LATE)) == (first, (None,) * 3)
    hands = {1: (*first[:2], second[0]), 2: (first[2], *second[1:])}
    right = {place: cards_text(table.cards_of(place)) for place in (3, DEALER)}
    right |= {place: cards_text(cards) for place, cards in hands.items()}
    anew = fold(table, [laid, happened.DealReconstructed(hands=right, **AT)])
    assert visible(anew, 1, P1) == (*first[:2], None)
    assert visible(anew, 2, P1) == (first[2], None, None)
    assert visible(anew, 1, LATE) == (None,) * 3


def test_each_is_sent_what_he_has_seen_wherever_it_lies() -> None:
    table = evolve(dealt(), looks("p1", 1))
    first, dealers = table.cards_of(1), table.cards_of(DEALER)[:1]
    table = fold(
        table,
        [
            happened.HandsMoved(moves={1: 2, 2: 1}, **AT),
            happened.CardsExposed(cards=cards_text(dealers), **AT),
            happened.CardsTurnedDown(cards=cards_text(dealers), **AT),
        ],
    )
    showing = Showing(table)
    of_dealer = (DEALER, f"{cards_text(dealers)} ?? ??")

    def sent(who: Who) -> list[tuple[int, str]]:
        return [(one.box, one.cards) for one in showing.own(who).elsewhere]

    assert sent(P1) == [of_dealer, (2, cards_text(first))]
    assert sent(P2) == [of_dealer]
    assert sent(LATE) == []
    own = showing.own(P1).hand
    assert own is not None
    assert (own.box, own.cards) == (1, "?? ?? ??")
    assert showing.public().dealer == "?? ?? ??"


def test_questions_about_what_was_seen() -> None:
    table = dealt()
    asked = (
        seen.anyone_handled,
        seen.players_have_seen,
        seen.any_card_seen,
        lambda one: seen.has_viewed(one, 1),
        lambda one: seen.has_viewed(one, 2),
    )

    def answers(one: Table) -> list[bool]:
        return [ask(one) for ask in asked]

    assert answers(table) == [False] * 5
    of_dealer = happened.CardsExposed(cards=cards_text(table.cards_of(DEALER)[:1]), **AT)
    assert answers(evolve(table, of_dealer)) == [False, False, True, False, False]
    own = happened.CardsExposed(cards=cards_text(table.cards_of(1)[:1]), **AT)
    assert answers(evolve(table, own)) == [False, True, True, False, False]
    table = evolve(fold(table, [happened.PlayerSat(player="p1", box=1, **AT)]), looks("p1", 1))
    assert answers(table) == [True, True, True, True, False]
    table = evolve(table, happened.HandsMoved(moves={1: 2, 2: 1}, **AT))
    assert answers(table) == [True, True, True, False, False]


def test_what_the_shoe_deals_by_itself_is_known_to_nobody_at_the_table() -> None:
    table = dealt()
    by_shoe = happened.CardsDealt(cards="2c", to=BURNT, by="shoe s1 card 17", at=0)
    assert seen.visible_to(evolve(table, by_shoe), STAFF) == seen.visible_to(table, STAFF)
    assert len(seen.visible_to(table, STAFF)) == 12
    assert seen.visible_to(table, P1) == set()


def test_cards_named_without_a_place_are_told_to_who_sees_them() -> None:
    table = dealt()
    ordered = happened.NextCardsOrdered(cards="2c 3c", **AT)
    hidden = happened.NextCardsOrdered(cards="?? ??", **AT)
    after = evolve(table, ordered)
    assert [told(ordered, after, who) for who in (P1, LATE, STAFF)] == [hidden, hidden, ordered]
    face_up = happened.NextCardsOrdered(cards="2c 3c", face_up=True, **AT)
    assert told(face_up, evolve(table, face_up), P1) == face_up
    report = Report(irregularity="cards-drawn-together", cards="2c 3c")
    ruled = happened.Ruled(
        report=report,
        facts={},
        remedies=(),
        decided_by=Role.PIT_SUPERVISOR,
        offered_to="",
        clauses=(),
        says="",
        reported_by="s1",
        order="3c 2c",
    )
    made = told(happened.RulingMade(ruling=ruled, **AT), table, P1)
    assert made is not None
    assert (made.ruling.report.cards, made.ruling.order) == ("?? ??", "?? ??")


def test_what_is_established_is_told_to_who_sees_what_proves_it() -> None:
    table = evolve(dealt(), looks("p1", 1))
    row = happened.EstablishedBet(1, "tie", "lose", "Box 1 shows …")
    event = happened.RoundResumed(established=(row,), remedies=(), **AT)
    found = [told(event, table, who) for who in (P1, P2, STAFF)]
    assert [one.established for one in found if one] == [(row,), (SOMETHING,), (SOMETHING,)]


@pytest.mark.parametrize("size", [0, 1, 2, 4])
@pytest.mark.parametrize("of", GAMES, ids=str)
def test_only_whole_hands_are_ranked(of: Game, size: int) -> None:
    kings = [card for card in DECK if card.rank == "K"]
    wrong, whole = Hand(kings[:size]), Hand(DECK[:3])
    if size in of.ranked_sizes:
        assert of.outcome(wrong, whole).hand == wrong
        return
    for hand, against in ((wrong, whole), (whole, wrong)):
        with pytest.raises(BadInput):
            of.outcome(hand, against)
        wager = Wager("p1", of.bets[0].name, 10_000)
        number = None if of.boxes is None else 1
        with pytest.raises(BadInput):
            settle(Round(game=of, boxes=(Box(number, (wager,), hand),), against=against))


@pytest.mark.parametrize("game", BOX_GAMES)
def test_a_hand_of_another_number_of_cards_has_no_name(game: str) -> None:
    for cards in ("Kh", "Kh Kd", "Kh Kd Ks Kc"):
        lying = happened.CardsFoundLying(hands={1: cards}, **AT)
        table = evolve(evolve(dealt(game), lying), happened.HandReturned(box=1, cards=cards, **AT))
        assert read(visible(table, 1, P1)) is not None
        assert hand_name(table, 1, P1) is None
