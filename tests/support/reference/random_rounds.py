"""Random valid rounds for `settle`, bent so that what is rare at a table is common here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

PACK = tuple(rank + suit for rank in "A23456789TJQK" for suit in "shdc")
POINTS = {rank: place + 1 if place < 9 else 0 for place, rank in enumerate("A23456789TJQK")}
STRAIGHTS = ("32A", "432", "543", "654", "765", "876", "987", "T98", "JT9", "QJT", "KQJ", "AKQ")

BETS = {
    "three-pictures": ("initial", "tie", "three-pictures"),
    "lucky-three-pictures": (
        "initial",
        "lucky-tie",
        "lucky-pictures",
        "player-lucky-6",
        "dealer-lucky-6",
    ),
    "royal-three-pictures": ("main", "tie", "royal-pictures"),
    "three-card-poker": ("ante", "play", "pair-plus", "progressive"),
    "baccarat": ("player", "banker", "tie", "player-pair", "banker-pair"),
}
GAMES = tuple(BETS)
"""Those of the approved documents, of which alone there is a second opinion."""
BOXES = {
    "three-pictures": 7,
    "lucky-three-pictures": 7,
    "royal-three-pictures": 8,
    "three-card-poker": 7,
}
VOIDED_BY = {
    "three-pictures": ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6"),
    "lucky-three-pictures": ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6"),
    "royal-three-pictures": ("5.1.1", "5.4", "5.8.1", "5.9"),
    "three-card-poker": ("5.7.2", "5.8.1", "5.8.2", "5.8.3", "5.8.4", "5.8.6", "5.9", "5.16"),
    "baccarat": ("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5"),
}
AREA_OR_EACH = ("area-total", "each-wager")
PICTURES_READINGS: dict[str, tuple[str, ...]] = {
    "three-pictures-points": ("zero", "none"),
    "limits-apply-to": AREA_OR_EACH,
    "minimum-applies-to": AREA_OR_EACH,
    "under-minimum-at-close": ("returned", "plays"),
    "pro-rata-basis": ("all", "all-but-under-minimum"),
    "pro-rata-floor": ("clamp", "redistribute"),
    "money-rounding": ("down-to-cent", "up-to-cent"),
}
READINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "three-pictures": PICTURES_READINGS,
    "lucky-three-pictures": PICTURES_READINGS,
    "royal-three-pictures": {
        "three-pictures-points": ("zero", "none"),
        "limits-apply-to": ("each-wager", "area-total"),
        "minimum-applies-to": ("each-wager",),
        "over-maximum-shares": ("pro-rata", "first-placed-first"),
        "under-minimum-memory": ("table-session", "gaming-day"),
        "money-rounding": ("down-to-cent", "up-to-cent"),
    },
    "three-card-poker": {
        "limits-apply-to": AREA_OR_EACH,
        "minimum-applies-to": AREA_OR_EACH,
        "under-minimum-at-close": ("returned", "plays"),
        "money-rounding": ("down-to-cent", "up-to-cent"),
        "short-play-bet": ("settle-on-play-amount", "ante-and-play-on-play-amount"),
        "ante-bonus-on-fold": ("forfeited",),
        "envy-own-hands": ("none-from-any-own-hand", "none-from-same-box"),
        "envy-after-fold": ("forfeited", "kept"),
        "envy-from-folded-hand": ("not-achieved", "achieved"),
        "envy-several-hands": ("one-per-achieving-hand", "highest-only"),
        "jackpot-bet-returned": ("no", "yes"),
        "contribution-of-winning-round": ("in-the-award", "after-reset"),
        "order-of-simultaneous-jackpots": ("time-of-last-card-dealt",),
    },
    "baccarat": {
        "limits-apply-to": ("each-wager",),
        "minimum-applies-to": ("each-wager",),
        "money-rounding": ("down-to-cent", "up-to-cent"),
    },
}


def chance(rng: random.Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def amount(amount_cents: int) -> str:
    return f"{amount_cents // 100}.{amount_cents % 100:02d}"


def written(hand: list[str], rng: random.Random) -> str:
    """Mostly `Kh 9s Td`, now and then the other spellings that are read too."""
    cards = list(hand)
    if chance(rng, 8):
        cards = [card.replace("T", "10") for card in cards]
    if chance(rng, 8):
        symbols = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
        cards = [card[:-1] + symbols[card[-1]] for card in cards]
    return " ".join(cards)


# --- what every game shares -------------------------------------------------------------------


def random_interpretations(game: str, rng: random.Random) -> dict[str, str]:
    chosen = {
        name: rng.choice(values) for name, values in READINGS[game].items() if chance(rng, 50)
    }
    if chosen.get("limits-apply-to") != "area-total" and "over-maximum-shares" in chosen:
        del chosen["over-maximum-shares"]  # "only with area-total"
    return chosen


def random_limits(game: str, rng: random.Random) -> dict[str, tuple[int, int]]:
    limits = {}
    for bet in BETS[game]:
        # A jackpot bet has a prescribed amount instead of limits (3.4).
        if bet == "progressive" or chance(rng, 20):
            continue
        if bet == "play" and chance(rng, 60):
            continue
        low = rng.choice((1, 100, 500, 2500, 2500, rng.randint(1, 5000)))
        kind = rng.randrange(4)
        if kind == 0:
            high = low
        elif kind == 1:
            high = low * rng.randint(1, 4) + rng.randint(0, 99)
        elif kind == 2:
            high = low + rng.randint(0, 30000)
        else:
            high = max(low, 500000)
        limits[bet] = (low, high)
    return limits


def random_stake(bet: str, limits: dict[str, tuple[int, int]], rng: random.Random) -> int:
    low, high = limits.get(bet, (2500, 50000))
    kind = rng.randrange(10)
    if kind == 0:
        return rng.choice((1, 2, 3, 99, 101))
    if kind <= 2 and low > 1:
        return rng.randint(max(1, low // 2), low - 1)
    if kind == 3:
        return low + rng.randrange(2)
    if kind == 4:
        return max(1, high + rng.randint(-1, 1))
    if kind == 5:
        return rng.randint(low, high)
    if kind == 6:
        return high + rng.randint(1, high)
    if kind == 7:
        return rng.choice((2500, 5000, 10000, 100000))
    return rng.randint(1, 60000)


def random_players(rng: random.Random) -> list[str]:
    return [f"p{number}" for number in range(1, rng.randint(1, 6) + 1)]


def place(player: str, bet: str, stake: int) -> dict[str, str]:
    return {"player": player, "bet": bet, "stake": amount(stake)}


def finish(
    round_: dict[str, Any], limits: dict[str, tuple[int, int]] | None, rng: random.Random
) -> dict[str, Any]:
    """Add the optional keys, then put all keys in a random order."""
    game = round_["game"]
    if limits is not None:
        round_["limits"] = {bet: [amount(low), amount(high)] for bet, (low, high) in limits.items()}
    if chance(rng, 80):
        round_["interpretations"] = random_interpretations(game, rng)
    if chance(rng, 5):
        round_["void"] = rng.choice(VOIDED_BY[game])
        without = rng.choice(("nothing", "everything", "some"))
        for holder, key in [
            (round_, "dealer"),
            (round_, "cards"),
            *((box, "cards") for box in round_.get("boxes", [])),
        ]:
            if without == "everything" or (without == "some" and chance(rng, 50)):
                holder.pop(key, None)
    keys = list(round_)
    rng.shuffle(keys)
    return {key: round_[key] for key in keys}


# --- cards ------------------------------------------------------------------------------------


def draw(deck: list[str], wanted: list[str], rng: random.Random) -> list[str]:
    """Take these cards out of the deck, in any order."""
    for card in wanted:
        deck.remove(card)
    rng.shuffle(wanted)
    return wanted


def of_ranks(deck: list[str], ranks: str, suit: str | None, rng: random.Random) -> list[str] | None:
    """One card of each rank (all of a suit, if one is given), or None when the deck lacks one."""
    found: list[str] = []
    for rank in ranks:
        fitting = [
            card
            for card in deck
            if card[0] == rank and suit in (None, card[1]) and card not in found
        ]
        if not fitting:
            return None
        found.append(rng.choice(fitting))
    return found


def pictures_hand(deck: list[str], dealer: list[str] | None, rng: random.Random) -> list[str]:
    kind = rng.randrange(12)
    wanted: list[str] | None = None
    if kind <= 1:
        wanted = of_ranks(deck, "".join(rng.choice("JQK") for _ in range(3)), None, rng)
    elif kind == 2:
        wanted = of_ranks(deck, rng.choice("JQKK") * 3, None, rng)
    elif kind == 3:
        wanted = of_ranks(
            deck, rng.choice("JQK") + rng.choice("JQK") + rng.choice("A23456789T6"), None, rng
        )
    elif kind == 4:
        wanted = of_ranks(deck, rng.choice("JQK") * 2 + rng.choice("A23456789T"), None, rng)
    elif kind <= 6:
        wanted = with_points(deck, 6, rng)
    elif kind == 7:
        wanted = with_points(deck, rng.choice((0, 0, 8, 9)), rng)
    elif kind == 8 and dealer is not None:
        wanted = of_ranks(deck, "".join(card[0] for card in dealer), None, rng)
    elif kind == 9 and dealer is not None:
        wanted = with_points(deck, sum(POINTS[card[0]] for card in dealer) % 10, rng)
    if wanted is None:
        wanted = rng.sample(deck, 3)
    return draw(deck, wanted, rng)


def with_points(deck: list[str], points: int, rng: random.Random) -> list[str]:
    for _ in range(30):
        wanted = rng.sample(deck, 3)
        if sum(POINTS[card[0]] for card in wanted) % 10 == points:
            break
    return wanted


def poker_hand(deck: list[str], dealer: list[str] | None, rng: random.Random) -> list[str]:
    kind = rng.randrange(15)
    suit = rng.choice("shdc")
    wanted: list[str] | None = None
    if kind == 0 and dealer is not None:
        wanted = of_ranks(deck, "AKQ", "s", rng)
    elif kind in {1, 12} and dealer is not None:
        wanted = of_ranks(deck, "AKQ", suit, rng)
    elif kind == 2:
        wanted = of_ranks(deck, rng.choice(STRAIGHTS), suit, rng)
    elif kind == 3:
        wanted = of_ranks(deck, "32A", rng.choice((suit, None)), rng)
    elif kind == 4:
        wanted = of_ranks(deck, rng.choice("A23456789TJQK") * 3, None, rng)
    elif kind == 5:
        wanted = of_ranks(deck, rng.choice(STRAIGHTS), None, rng)
    elif kind == 6:
        wanted = of_ranks(deck, "".join(rng.sample("A23456789TJQK", 3)), suit, rng)
    elif kind == 7:
        paired, other = rng.sample("A23456789TJQK", 2)
        wanted = of_ranks(deck, paired + paired + other, None, rng)
    elif kind == 8:  # just over and just under a qualifying hand
        wanted = of_ranks(deck, rng.choice("QJ") + "".join(rng.sample("23456789T", 2)), None, rng)
    elif kind == 9 and dealer is not None:
        wanted = of_ranks(deck, "".join(card[0] for card in dealer), None, rng)
    elif kind == 10 and dealer is not None:  # the dealer's two best cards and another kicker
        best = sorted((card[0] for card in dealer), key="23456789TJQKA".index)[1:]
        wanted = of_ranks(deck, "".join(best) + rng.choice("A23456789TJQK"), None, rng)
    elif kind == 11:
        wanted = of_ranks(deck, rng.choice(("AK2", "A2K", "QA2", "KA3")), None, rng)
    if wanted is None:
        wanted = rng.sample(deck, 3)
    return draw(deck, wanted, rng)


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
