"""Random valid rounds for `settle`, of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.reference.random_hands import (
    PACK,
    POINTS,
    chance,
    draw,
    of_ranks,
    pictures_hand,
    poker_hand,
    written,
)
from tests.support.reference.random_terms import (
    BETS,
    BOXES,
    amount,
    finish,
    place,
    random_limits,
    random_players,
    random_stake,
)

if TYPE_CHECKING:
    import random


# --- the three pictures games -----------------------------------------------------------------


def pictures_wagers(
    game: str,
    players: list[str],
    limits: dict[str, tuple[int, int]],
    rng: random.Random,
    *,
    orphaned: bool,
) -> list[dict[str, str]]:
    main, *sides = BETS[game]
    most = 3 if game == "royal-three-pictures" else len(players)  # royal 3.9
    wagers = []
    for bet in (main, *sides):
        if bet == main and orphaned:
            continue
        if bet != main and chance(rng, 40):
            continue
        how_many = rng.randint(1, min(most, len(players)))
        low = limits.get(bet, (2, 2))[0]
        crowd_under_minimum = low > 1 and chance(rng, 15)
        for player in rng.sample(players, how_many):
            stake = random_stake(bet, limits, rng)
            if crowd_under_minimum and chance(rng, 75):
                stake = max(1, low - rng.randint(1, 3))
            wagers.append(place(player, bet, stake))
    if not wagers:
        wagers.append(place(rng.choice(players), sides[0], random_stake(sides[0], limits, rng)))
    if chance(rng, 50):
        rng.shuffle(wagers)
    return wagers


def pictures_round(game: str, rng: random.Random) -> dict[str, Any]:
    limits = random_limits(game, rng) if chance(rng, 50) else None
    players = random_players(rng)
    deck = list(PACK)
    dealer = pictures_hand(deck, None, rng)
    numbers = rng.sample(range(1, BOXES[game] + 1), rng.choice((1, 1, 2, 3, rng.randint(1, 7))))
    if chance(rng, 70):
        numbers.sort()
    boxes = []
    for number in numbers:
        orphaned = game != "royal-three-pictures" and chance(rng, 10)
        box: dict[str, Any] = {"box": number}
        if not orphaned or chance(rng, 25):
            box["cards"] = written(pictures_hand(deck, dealer, rng), rng)
        box["wagers"] = pictures_wagers(game, players, limits or {}, rng, orphaned=orphaned)
        boxes.append(box)
    return finish({"game": game, "dealer": written(dealer, rng), "boxes": boxes}, limits, rng)


# --- three card poker -------------------------------------------------------------------------


def play_stake(ante: int, limits: dict[str, tuple[int, int]], rng: random.Random) -> int:
    kind = rng.randrange(10)
    if kind == 0:
        return ante + rng.randint(1, ante)
    if kind == 1:
        return rng.randint(1, ante)
    if kind == 2:
        return random_stake("play", limits, rng)
    return ante


def poker_box(
    number: int,
    player: str,
    hand: list[str],
    *,
    jackpot_bet: int | None,
    limits: dict[str, tuple[int, int]],
    rng: random.Random,
) -> dict[str, Any]:
    box: dict[str, Any] = {"box": number, "cards": written(hand, rng)}
    wagers = []
    with_ante = chance(rng, 80)
    with_progressive = chance(rng, 65 if with_ante else 30)
    with_pair_plus = chance(rng, 50) if with_ante or with_progressive else True
    if with_ante:
        ante = random_stake("ante", limits, rng)
        wagers.append(place(player, "ante", ante))
        box["decision"] = "fold" if chance(rng, 25) else "play"
        if box["decision"] == "play":
            wagers.append(place(player, "play", play_stake(ante, limits, rng)))
    elif chance(rng, 50):
        box["decision"] = "play"
    if with_pair_plus:
        wagers.append(place(player, "pair-plus", random_stake("pair-plus", limits, rng)))
    if with_progressive:
        stake = rng.choice((500, 500, 100, rng.randint(1, 3000)))
        wagers.append(place(player, "progressive", jackpot_bet or stake))
    if not with_ante and not with_pair_plus and chance(rng, 60):
        del box["cards"]
    if chance(rng, 50):
        rng.shuffle(wagers)
    box["wagers"] = wagers
    return box


def wins_the_meter(box: dict[str, Any], hand: list[str]) -> bool:
    bets = {wager["bet"] for wager in box["wagers"]}
    return {"ante", "play", "progressive"} <= bets and set(hand) == {"As", "Ks", "Qs"}


def poker_round(rng: random.Random) -> dict[str, Any]:
    limits = random_limits("three-card-poker", rng) if chance(rng, 50) else None
    players = random_players(rng)
    jackpot_bet = rng.choice((None, None, 500, rng.randint(1, 3000)))
    deck = list(PACK)
    dealer = poker_hand(deck, None, rng)
    numbers = rng.sample(range(1, 8), rng.choice((1, 2, 3, 4, rng.randint(1, 7))))
    if chance(rng, 70):
        numbers.sort()
    boxes = []
    jackpot_night = chance(rng, 8)  # several hands that others envy
    meter_needed = False
    for number in numbers:
        royal = of_ranks(deck, "AKQ", rng.choice("shdc"), rng) if jackpot_night else None
        hand = draw(deck, royal, rng) if royal else poker_hand(deck, dealer, rng)
        box = poker_box(
            number,
            rng.choice(players),
            hand,
            jackpot_bet=jackpot_bet,
            limits=limits or {},
            rng=rng,
        )
        meter_needed = meter_needed or wins_the_meter(box, hand)
        boxes.append(box)
    round_: dict[str, Any] = {
        "game": "three-card-poker",
        "dealer": written(dealer, rng),
        "boxes": boxes,
    }
    jackpot = {}
    if meter_needed or chance(rng, 50):
        jackpot["meter"] = amount(rng.randint(2_000_000, 30_000_000))
    if jackpot_bet is not None:
        jackpot["bet"] = amount(jackpot_bet)
    if jackpot:
        round_["jackpot"] = jackpot
    return finish(round_, limits, rng)


# --- baccarat ---------------------------------------------------------------------------------

BANKER_STANDS_AGAINST = {  # points of Player's third card on which Banker does not draw, 3.10
    3: "8",
    4: "0189",
    5: "012389",
    6: "01234589",
    7: "0123456789",
}


def cards_drawn(cards: list[str]) -> list[str]:
    """As many of these six cards as the Table of Play draws."""
    worth = [POINTS[card[0]] for card in cards]
    player, banker = (worth[0] + worth[2]) % 10, (worth[1] + worth[3]) % 10
    if player >= 8 or banker >= 8:
        return cards[:4]
    if player >= 6:
        return cards[:4] if banker >= 6 else cards[:5]
    stands = str(worth[4]) in BANKER_STANDS_AGAINST.get(banker, "")
    return cards[:5] if stands else cards[:6]


def interesting_deal(decks: int, rng: random.Random) -> list[str]:
    wish = rng.choice(("anything", "tie", "banker on 6", "pair", "one card twice", "close call"))
    shoe = range(52 * decks)
    drawn: list[str] = []
    for _ in range(25):
        six = [PACK[number % 52] for number in rng.sample(shoe, 6)]
        drawn = cards_drawn(six)
        # Who gets a fifth card hardly matters for what is only a wish.
        sums = [
            sum(POINTS[card[0]] for card in hand) % 10
            for hand in ([drawn[0], drawn[2], *drawn[4:5]], [drawn[1], drawn[3], *drawn[5:]])
        ]
        two_of_banker = (POINTS[drawn[1][0]] + POINTS[drawn[3][0]]) % 10
        if (
            wish == "anything"
            or (wish == "tie" and sums[0] == sums[1])
            or (wish == "banker on 6" and sums[1] == 6 > sums[0])
            or (wish == "pair" and (drawn[0][0] == drawn[2][0] or drawn[1][0] == drawn[3][0]))
            or (wish == "one card twice" and len(set(drawn)) < len(drawn))
            or (wish == "close call" and two_of_banker in {3, 4, 5, 6} and len(drawn) > 4)
        ):
            break
    return drawn


def baccarat_round(rng: random.Random) -> dict[str, Any]:
    limits = random_limits("baccarat", rng) if chance(rng, 50) else None
    decks = rng.randint(4, 8)
    drawn = interesting_deal(decks, rng)
    if chance(rng, 3):  # the same card as often as the shoe holds it
        same = rng.choice(PACK)
        six = [same] * min(decks, 6) + rng.sample([card for card in PACK if card != same], 2)
        drawn = cards_drawn(six)
    wagers = [
        place(player, bet, random_stake(bet, limits or {}, rng))
        for player in random_players(rng)
        for bet in rng.sample(BETS["baccarat"], rng.randint(1, 5))
    ]
    if chance(rng, 50):
        rng.shuffle(wagers)
    round_: dict[str, Any] = {"game": "baccarat", "cards": written(drawn, rng), "wagers": wagers}
    if decks != 8 or chance(rng, 50):
        round_["decks"] = decks
    return finish(round_, limits, rng)


# --- any game ---------------------------------------------------------------------------------


def random_round(game: str, rng: random.Random) -> dict[str, Any]:
    """A valid round of the game; the same generator state gives the same round."""
    if game == "three-card-poker":
        return poker_round(rng)
    if game == "baccarat":
        return baccarat_round(rng)
    assert game in BETS, game
    return pictures_round(game, rng)
