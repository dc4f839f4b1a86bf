"""A brute-force settler of the five games: plain, literal and slow, and independent of the product.

It reads a valid round of `croupier settle` and answers what the contract says, less `version`,
`interpretations` and every `clauses`. Money is whole cents inside and strings outside.
Where the texts are open, the comment says "Open:" and gives the reason for what was chosen.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Hand = list[str]  # cards as two characters, in the order of the input: ["Kh", "9s", "Td"]
Line = dict[str, Any]

SUITS = {"s": "s", "h": "h", "d": "d", "c": "c", "♠": "s", "♥": "h", "♦": "d", "♣": "c"}


# --- notation ---------------------------------------------------------------------------------


def read_cards(text: str) -> Hand:
    cards = []
    for word in text.split():
        rank = word[:-1].replace("10", "T")
        assert rank in tuple("A23456789TJQK"), word
        cards.append(rank + SUITS[word[-1]])
    return cards


def cents(amount: str) -> int:
    dollars, hundredths = amount.split(".")
    assert len(hundredths) == 2, amount
    return int(dollars) * 100 + int(hundredths)


def money(amount_cents: int) -> str:
    sign = "-" if amount_cents < 0 else ""
    return f"{sign}{abs(amount_cents) // 100}.{abs(amount_cents) % 100:02d}"


# --- lines of the answer ----------------------------------------------------------------------


def pay(counted: int, odds: str, readings: dict[str, str]) -> tuple[int, Fraction]:
    """The cents paid at these odds, and the dollars rounded off (exact less paid)."""
    profit, per = odds.split(":")
    exact = Fraction(counted * int(profit), int(per))
    rounding = readings.get("money-rounding", "down-to-cent")
    if rounding == "down-to-cent":
        paid = math.floor(exact)
    else:
        assert rounding == "up-to-cent", rounding
        paid = math.ceil(exact)
    return paid, (exact - paid) / 100


def make_line(
    wager: dict[str, str],
    counted: int,
    result: str,
    back: int,
    *,
    odds: str | None = None,
    rounded_off: Fraction = Fraction(0),
) -> Line:
    stake = cents(wager["stake"])
    return {
        "player": wager["player"],
        "bet": wager["bet"],
        "stake": money(stake),
        "counted": money(counted),
        "result": result,
        "odds": odds,
        "won": money(back - stake),
        "back": money(back),
        "rounded_off": str(rounded_off),
    }


def returned_line(wager: dict[str, str]) -> Line:
    return make_line(wager, 0, "returned", cents(wager["stake"]))


def played_line(
    wager: dict[str, str], counted: int, verdict: str, readings: dict[str, str]
) -> Line:
    """`verdict` is "lose", "push", or the odds at which the wager wins."""
    stake = cents(wager["stake"])
    if counted == 0:
        return make_line(wager, 0, "returned", stake)
    if verdict == "lose":
        return make_line(wager, counted, "lose", stake - counted)
    if verdict == "push":
        return make_line(wager, counted, "push", stake)
    paid, rounded_off = pay(counted, verdict, readings)
    return make_line(wager, counted, "win", stake + paid, odds=verdict, rounded_off=rounded_off)


def totals(lines: list[Line]) -> tuple[dict[str, dict[str, str]], str]:
    staked: dict[str, int] = {}
    back: dict[str, int] = {}
    for line in lines:
        player = line["player"]
        staked[player] = staked.get(player, 0) + cents(line["stake"])
        back[player] = back.get(player, 0) + cents(line["back"])
    players = {
        player: {
            "staked": money(staked[player]),
            "back": money(back[player]),
            "net": money(back[player] - staked[player]),
        }
        for player in staked
    }
    return players, money(sum(staked.values()) - sum(back.values()))


# --- the three pictures games: hands ----------------------------------------------------------

POINT_VALUE = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 0,  # also in baccarat, whose 3.2.2 says 10: the second digit of the total is the same
    "J": 0,
    "Q": 0,
    "K": 0,
}
NUMBER_WORDS = ("Nine", "Eight", "Seven", "Six", "Five", "Four", "Three", "Two", "One", "Zero")
WORD_OF_POINTS = {9 - place: word for place, word in enumerate(NUMBER_WORDS)}
MAIN_BET = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
}


def ranking_list(game: str) -> list[str]:
    """Appendix C, Appendix G or royal 3.22, from the highest hand to the lowest."""
    names = ["Three Pictures"]
    for word in NUMBER_WORDS:
        if game == "royal-three-pictures":
            names += [f"Double Picture {word}", f"Single Picture {word}", word]
        else:
            names += [f"Double Pictures {word}", f"Single Picture {word}", f"Plain {word}"]
    return names


RANKING_LISTS = {game: ranking_list(game) for game in MAIN_BET}


def pictures(hand: Hand) -> int:
    return len([card for card in hand if card[0] in "JQK"])


def point_total(hand: Hand) -> int:
    return sum(POINT_VALUE[card[0]] for card in hand) % 10


def pictures_name(game: str, hand: Hand) -> str:
    assert len(hand) == 3, hand
    word = WORD_OF_POINTS[point_total(hand)]
    royal = game == "royal-three-pictures"
    if pictures(hand) == 3:
        return "Three Pictures"
    if pictures(hand) == 2:
        return f"Double Picture {word}" if royal else f"Double Pictures {word}"
    if pictures(hand) == 1:
        return f"Single Picture {word}"
    return word if royal else f"Plain {word}"


def points_shown(hand: Hand, readings: dict[str, str]) -> int | None:
    if pictures(hand) == 3 and readings.get("three-pictures-points", "zero") == "none":
        return None
    return point_total(hand)


def hand_shown(game: str, hand: Hand | None, readings: dict[str, str]) -> dict[str, Any]:
    if hand is None:
        return {"hand": None, "cards": None, "points": None}
    return {
        "hand": pictures_name(game, hand),
        "cards": " ".join(hand),
        "points": points_shown(hand, readings),
    }


# --- the three pictures games: bets -----------------------------------------------------------


def pictures_verdict(
    game: str, bet: str, hand: Hand, dealer: Hand, readings: dict[str, str]
) -> str:
    ranking = RANKING_LISTS[game]
    place = ranking.index(pictures_name(game, hand))
    dealer_place = ranking.index(pictures_name(game, dealer))
    hand_wins = place < dealer_place  # nearer to the top of the list
    dealer_wins = dealer_place < place
    same_points = points_shown(hand, readings) == points_shown(dealer, readings)

    if bet in {"initial", "main"}:
        if hand_wins and point_total(hand) == 6:
            return "1:2"
        if hand_wins:
            return "1:1"
        if dealer_wins:
            return "lose"
        return "push"
    if bet == "tie":
        return "8:1" if same_points else "lose"
    if bet == "three-pictures":
        return "16:1" if pictures(hand) == 3 else "lose"
    if bet == "lucky-tie":
        if pictures(hand) == 3 and pictures(dealer) == 3:
            return "600:1"
        if same_points and point_total(hand) in {8, 9}:
            return "10:1"
        return "8:1" if same_points else "lose"
    if bet == "lucky-pictures":
        pays = {6: "1000:1", 5: "100:1", 4: "10:1", 3: "4:1"}
        return pays.get(pictures(hand) + pictures(dealer), "lose")
    if bet == "player-lucky-6":
        if hand_wins and point_total(hand) == 6:
            return {2: "25:1", 1: "15:1", 0: "10:1"}[pictures(hand)]
        return "lose"
    if bet == "dealer-lucky-6":
        if dealer_wins and point_total(dealer) == 6:
            return {2: "25:1", 1: "15:1", 0: "10:1"}[pictures(dealer)]
        return "lose"
    assert bet == "royal-pictures", bet
    return royal_pictures_verdict(hand)


def royal_pictures_verdict(hand: Hand) -> str:
    """Royal 1.1.4 and 4.2, on the picture cards alone, sorted: "JKK"."""
    shown = "".join(sorted(card[0] for card in hand if card[0] in "JQK"))
    if shown == "KKK":
        return "188:1"
    if shown == "QQQ":
        return "128:1"
    if shown == "JJJ":
        return "88:1"
    if len(shown) == 3:
        return "18:1"
    if shown in {"KK", "QQ", "JJ"}:
        return "8:1"
    if shown in {"K", "KQ", "JK"}:
        return "1:1"
    return "lose"


# --- the three pictures games: how much of each wager plays -----------------------------------


def counted_on_area(
    game: str, bet: str, stakes: list[int], limits: dict[str, Any], readings: dict[str, str]
) -> list[int]:
    """The counted part of each wager of one bet on one box, in the order placed."""
    if bet not in limits:
        return stakes
    low, high = cents(limits[bet][0]), cents(limits[bet][1])
    if game == "royal-three-pictures":
        if readings.get("limits-apply-to", "each-wager") == "each-wager":
            return [min(stake, high) for stake in stakes]
        if readings.get("over-maximum-shares", "pro-rata") == "first-placed-first":
            return first_placed_first(stakes, high)
        # Open: royal knows no exemption and no floor (its rows of the table are the others'),
        # so a wager under the minimum is cut like any other when the area is over its maximum.
        total = sum(stakes)
        return [stake * high // total if total > high else stake for stake in stakes]
    if readings.get("limits-apply-to", "area-total") == "each-wager":
        return [min(stake, high) for stake in stakes]
    return pro_rata(stakes, low, high, readings)


def first_placed_first(stakes: list[int], high: int) -> list[int]:
    left = high
    counted = []
    for stake in stakes:
        # A wager for which nothing is left did not play, and so is answered as returned.
        counted.append(min(stake, left))
        left -= counted[-1]
    return counted


def pro_rata(stakes: list[int], low: int, high: int, readings: dict[str, str]) -> list[int]:
    """5.1.1 and 5.1.2 of three-pictures and lucky."""
    total = sum(stakes)
    if total <= high:
        return stakes
    sharing = [i for i, stake in enumerate(stakes) if stake >= low]  # the others are exempt, 5.1.2
    exempt_total = sum(stake for stake in stakes if stake < low)
    sharing_total = total - exempt_total

    share = {i: Fraction(stakes[i]) for i in range(len(stakes))}
    for i in sharing:
        if readings.get("pro-rata-basis", "all") == "all":
            share[i] = Fraction(stakes[i] * high, total)
        else:
            share[i] = Fraction(stakes[i] * (high - exempt_total), sharing_total)

    if readings.get("pro-rata-floor", "clamp") == "clamp":
        # Open: "where exempt stakes reach the maximum, every other share is the minimum" belongs to
        # `redistribute`; with `clamp` it follows by itself from basis all-but-under-minimum, and
        # with basis all the stated share (stake x maximum / total) stands.
        for i in sharing:
            share[i] = max(share[i], Fraction(low))
    elif exempt_total >= high:
        for i in sharing:
            share[i] = Fraction(low)
    else:
        # Open: "the others are scaled down again" follows a share that was lifted; when none falls
        # below the minimum, the basis' own shares stand, also if basis all then totals more.
        # Open: "the area totals the maximum" counts the exempt wagers, as its next sentence does.
        lifted = {i for i in sharing if share[i] < low}
        newly_lifted = set(lifted)
        while newly_lifted:
            others = [i for i in sharing if i not in lifted]
            room = high - exempt_total - low * len(lifted)
            others_total = sum(stakes[i] for i in others)
            for i in others:
                share[i] = Fraction(stakes[i] * room, others_total)
            newly_lifted = {i for i in others if share[i] < low}
            lifted |= newly_lifted
        for i in lifted:
            share[i] = Fraction(low)
    # Open: shares stay exact until here; only the final one is rounded down to the cent.
    return [math.floor(share[i]) for i in range(len(stakes))]


# --- the three pictures games: a round --------------------------------------------------------


def settle_pictures(round_: dict[str, Any]) -> dict[str, Any]:
    game: str = round_["game"]
    readings: dict[str, str] = round_.get("interpretations", {})
    limits: dict[str, Any] = round_.get("limits", {})
    void = round_.get("void") is not None
    dealer = read_cards(round_["dealer"]) if round_.get("dealer") else None

    boxes = []
    all_lines: list[Line] = []
    for box in round_["boxes"]:
        hand = read_cards(box["cards"]) if box.get("cards") else None
        wagers = box["wagers"]
        bets_here = {wager["bet"] for wager in wagers}
        orphaned = MAIN_BET[game] not in bets_here

        counted: dict[int, int] = {}
        for bet in bets_here:
            places = [i for i, wager in enumerate(wagers) if wager["bet"] == bet]
            stakes = [cents(wagers[i]["stake"]) for i in places]
            parts = counted_on_area(game, bet, stakes, limits, readings)
            counted |= dict(zip(places, parts, strict=True))

        lines = []
        for i, wager in enumerate(wagers):
            if void or orphaned:
                lines.append(returned_line(wager))
            else:
                assert hand is not None
                assert dealer is not None
                verdict = pictures_verdict(game, wager["bet"], hand, dealer, readings)
                lines.append(played_line(wager, counted[i], verdict, readings))
        shown = hand_shown(game, hand, readings)
        boxes.append({"box": box["box"], **shown, "wagers": lines})
        all_lines += lines

    players, house = totals(all_lines)
    return {
        "game": game,
        "void": void,
        "dealer": None if dealer is None else hand_shown(game, dealer, readings),
        "boxes": boxes,
        "players": players,
        "house": house,
    }


# --- three card poker: hands ------------------------------------------------------------------

POKER_RANKS = "23456789TJQKA"
POKER_STRAIGHTS = (  # from the lowest, cards within each from the lowest rank
    "23A",  # the Ace counts 1 here, 3.1.1
    "234",
    "345",
    "456",
    "567",
    "678",
    "789",
    "89T",
    "9TJ",
    "TJQ",
    "JQK",
    "QKA",
)
POKER_NAMES = (  # from the lowest
    "Three Odd Cards",
    "One Pair",
    "Flush",
    "Straight",
    "Three of a Kind",
    "Straight Flush",
)
PAIR_PLUS = {
    "Straight Flush": "40:1",
    "Three of a Kind": "30:1",
    "Straight": "5:1",
    "Flush": "4:1",
    "One Pair": "1:1",
}
ANTE_BONUS = {"Straight Flush": "5:1", "Three of a Kind": "4:1", "Straight": "1:1"}


def sorted_ranks(hand: Hand) -> str:
    return "".join(sorted((card[0] for card in hand), key=POKER_RANKS.index))


def poker_name(hand: Hand) -> str:
    assert len(hand) == 3, hand
    ranks = sorted_ranks(hand)
    one_suit = len({card[1] for card in hand}) == 1
    if ranks in POKER_STRAIGHTS and one_suit:
        return "Straight Flush"
    if len(set(ranks)) == 1:
        return "Three of a Kind"
    if ranks in POKER_STRAIGHTS:
        return "Straight"
    if one_suit:
        return "Flush"
    if len(set(ranks)) == 2:
        return "One Pair"
    return "Three Odd Cards"


def poker_strength(hand: Hand) -> list[int]:
    """The name's place first, then what decides between hands of that name, 3.1.3."""
    name = poker_name(hand)
    ranks = sorted_ranks(hand)
    strength = [POKER_NAMES.index(name)]
    if name in {"Straight", "Straight Flush"}:
        return [*strength, POKER_STRAIGHTS.index(ranks)]
    if name == "One Pair":
        paired = ranks[1]  # the middle one of three sorted cards is always of the pair
        (kicker,) = (rank for rank in ranks if rank != paired)
        return [*strength, POKER_RANKS.index(paired), POKER_RANKS.index(kicker)]
    return strength + [POKER_RANKS.index(rank) for rank in reversed(ranks)]


def qualifies(dealer: Hand) -> bool:
    if poker_name(dealer) != "Three Odd Cards":
        return True
    return any(card[0] in "QKA" for card in dealer)


def is_royal_spades(hand: Hand) -> bool:
    return set(hand) == {"As", "Ks", "Qs"}


def is_royal_other(hand: Hand) -> bool:
    return any(set(hand) == {f"A{suit}", f"K{suit}", f"Q{suit}"} for suit in "hdc")


def progressive_award(hand: Hand, round_: dict[str, Any]) -> int | None:
    if is_royal_spades(hand):
        return cents(round_["jackpot"]["meter"])
    if is_royal_other(hand):
        return cents("1250.00")
    name = poker_name(hand)
    if name == "Straight Flush":
        return cents("175.00")
    if name == "Three of a Kind":
        return cents("150.00")
    if name == "Straight":
        return cents("15.00")
    return None


def envy_award(hand: Hand) -> int | None:
    if is_royal_spades(hand):
        return cents("250.00")
    if is_royal_other(hand):
        return cents("50.00")
    return None


# --- three card poker: a round ----------------------------------------------------------------


def stakes_of(box: dict[str, Any]) -> dict[str, int]:
    return {wager["bet"]: cents(wager["stake"]) for wager in box["wagers"]}


def up_to_maximum(bet: str, stake: int, limits: dict[str, Any]) -> int:
    return min(stake, cents(limits[bet][1])) if bet in limits else stake


def counted_in_poker(
    bet: str, stakes: dict[str, int], limits: dict[str, Any], readings: dict[str, str]
) -> int:
    counted = up_to_maximum(bet, stakes[bet], limits)
    if bet == "play":
        counted = min(counted, up_to_maximum("ante", stakes["ante"], limits))
    if bet == "ante" and "play" in stakes and stakes["play"] < stakes["ante"]:
        reading = readings.get("short-play-bet", "settle-on-play-amount")
        if reading == "ante-and-play-on-play-amount":
            # Open: "the amount of the Play Bet" (5.3.2) is what was placed, whatever its maximum.
            counted = min(counted, stakes["play"])
    return counted


def ante_verdict(hand: Hand, dealer: Hand, *, folded: bool) -> str:
    if folded:
        return "lose"
    if not qualifies(dealer):
        return "1:1"
    return compared(hand, dealer)


def play_verdict(hand: Hand, dealer: Hand) -> str:
    if not qualifies(dealer):
        return "push"
    return compared(hand, dealer)


def compared(hand: Hand, dealer: Hand) -> str:
    if poker_strength(hand) > poker_strength(dealer):
        return "1:1"
    if poker_strength(hand) < poker_strength(dealer):
        return "lose"
    return "push"


def progressive_line(
    wager: dict[str, str], counted: int, hand: Hand, round_: dict[str, Any], *, folded: bool
) -> Line:
    stake = cents(wager["stake"])
    award = None if folded else progressive_award(hand, round_)
    if award is None:
        return make_line(wager, counted, "lose", stake - counted)
    back = stake - counted + award
    if round_.get("interpretations", {}).get("jackpot-bet-returned", "no") == "yes":
        back += counted
    return {**make_line(wager, counted, "win", back), "award": money(award)}


def poker_box_lines(
    box: dict[str, Any], hand: Hand, dealer: Hand, round_: dict[str, Any]
) -> list[Line]:
    """The box's own lines; envy bonuses come after them."""
    readings: dict[str, str] = round_.get("interpretations", {})
    limits: dict[str, Any] = round_.get("limits", {})
    stakes = stakes_of(box)
    folded = box.get("decision") == "fold"
    lines = []
    for wager in box["wagers"]:
        bet = wager["bet"]
        if bet == "progressive" and "ante" not in stakes:
            lines.append(returned_line(wager))
            continue
        counted = counted_in_poker(bet, stakes, limits, readings)
        if bet == "ante":
            verdict = ante_verdict(hand, dealer, folded=folded)
            lines.append(played_line(wager, counted, verdict, readings))
            bonus_odds = ANTE_BONUS.get(poker_name(hand))
            if bonus_odds is not None and not folded:
                paid, rounded_off = pay(counted, bonus_odds, readings)
                bonus = {"player": wager["player"], "bet": "ante-bonus", "stake": "0.00"}
                lines.append(
                    make_line(bonus, 0, "win", paid, odds=bonus_odds, rounded_off=rounded_off)
                )
        elif bet == "play":
            lines.append(played_line(wager, counted, play_verdict(hand, dealer), readings))
        elif bet == "pair-plus":
            verdict = "lose" if folded else PAIR_PLUS.get(poker_name(hand), "lose")
            lines.append(played_line(wager, counted, verdict, readings))
        else:
            assert bet == "progressive", bet
            lines.append(progressive_line(wager, counted, hand, round_, folded=folded))
    return lines


def envy_lines(box: dict[str, Any], round_: dict[str, Any]) -> list[Line]:
    """4.7, for one box that may receive, from every box that may have achieved."""
    readings: dict[str, str] = round_.get("interpretations", {})
    stakes = stakes_of(box)
    if "progressive" not in stakes or "ante" not in stakes:
        return []  # without an ante the jackpot bet was returned and did not play
    if box["decision"] == "fold" and readings.get("envy-after-fold", "forfeited") == "forfeited":
        return []
    player = box["wagers"][0]["player"]

    lines = []
    for other in sorted(round_["boxes"], key=lambda each: int(each["box"])):
        if "ante" not in stakes_of(other):
            continue  # 4.8
        if other["box"] == box["box"]:
            continue
        if (
            other["wagers"][0]["player"] == player
            and readings.get("envy-own-hands", "none-from-any-own-hand") == "none-from-any-own-hand"
        ):
            continue
        if (
            other["decision"] == "fold"
            and readings.get("envy-from-folded-hand", "not-achieved") == "not-achieved"
        ):
            continue
        award = envy_award(read_cards(other["cards"]))
        if award is None:
            continue
        wager = {"player": player, "bet": "envy-bonus", "stake": "0.00"}
        line = make_line(wager, 0, "win", award)
        lines.append({**line, "award": money(award), "from": other["box"]})

    if lines and readings.get("envy-several-hands", "one-per-achieving-hand") == "highest-only":
        # Open: of equally high hands the one on the lowest box number is named.
        highest = max(cents(line["award"]) for line in lines)
        return [line for line in lines if cents(line["award"]) == highest][:1]
    return lines


def settle_poker(round_: dict[str, Any]) -> dict[str, Any]:
    void = round_.get("void") is not None
    dealer = read_cards(round_["dealer"]) if round_.get("dealer") else None

    boxes = []
    all_lines: list[Line] = []
    for box in round_["boxes"]:
        hand = read_cards(box["cards"]) if box.get("cards") else None
        if void:
            lines = [returned_line(wager) for wager in box["wagers"]]
        elif hand is None:
            assert {wager["bet"] for wager in box["wagers"]} == {"progressive"}, box
            lines = [returned_line(wager) for wager in box["wagers"]]
        else:
            assert dealer is not None
            lines = poker_box_lines(box, hand, dealer, round_) + envy_lines(box, round_)
        boxes.append(
            {
                "box": box["box"],
                "hand": None if hand is None else poker_name(hand),
                "cards": None if hand is None else " ".join(hand),
                "wagers": lines,
            }
        )
        all_lines += lines

    dealer_shown: dict[str, Any] | None = None
    if dealer is not None:
        dealer_shown = {
            "hand": poker_name(dealer),
            "cards": " ".join(dealer),
            "qualifies": qualifies(dealer),
        }
    players, house = totals(all_lines)
    return {
        "game": round_["game"],
        "void": void,
        "dealer": dealer_shown,
        "boxes": boxes,
        "players": players,
        "house": house,
    }


# --- baccarat ---------------------------------------------------------------------------------

BANKER_DRAWS_ON = {  # 3.10: Banker's two-card points: points of Player's third card
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}


def deal_baccarat(cards: Hand) -> tuple[Hand, Hand]:
    """The two hands; the cards must be exactly those that the Table of Play draws."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    undealt = cards[4:]
    natural = point_total(player) in {8, 9} or point_total(banker) in {8, 9}
    if not natural:
        banker_two = point_total(banker)
        if point_total(player) <= 5:
            third = undealt.pop(0)
            player.append(third)
            banker_draws = POINT_VALUE[third[0]] in BANKER_DRAWS_ON[banker_two]
        else:
            banker_draws = banker_two <= 5
        if banker_draws:
            banker.append(undealt.pop(0))
    assert not undealt, cards
    return player, banker


def baccarat_verdict(bet: str, player: Hand, banker: Hand) -> str:
    player_points, banker_points = point_total(player), point_total(banker)
    if bet == "player":
        if player_points > banker_points:
            return "1:1"
        return "push" if player_points == banker_points else "lose"
    if bet == "banker":
        if banker_points > player_points:
            return "1:2" if banker_points == 6 else "1:1"
        return "push" if player_points == banker_points else "lose"
    if bet == "tie":
        return "8:1" if player_points == banker_points else "lose"
    if bet == "player-pair":
        return "11:1" if player[0][0] == player[1][0] else "lose"
    assert bet == "banker-pair", bet
    return "11:1" if banker[0][0] == banker[1][0] else "lose"


def settle_baccarat(round_: dict[str, Any]) -> dict[str, Any]:
    readings: dict[str, str] = round_.get("interpretations", {})
    void = round_.get("void") is not None
    hands = deal_baccarat(read_cards(round_["cards"])) if round_.get("cards") else None

    lines = []
    for wager in round_["wagers"]:
        if void:
            lines.append(returned_line(wager))
        else:
            assert hands is not None
            verdict = baccarat_verdict(wager["bet"], *hands)
            lines.append(played_line(wager, cents(wager["stake"]), verdict, readings))

    shown: list[dict[str, Any] | None] = [None, None]
    if hands is not None:
        shown = [{"cards": " ".join(hand), "points": point_total(hand)} for hand in hands]
    players, house = totals(lines)
    return {
        "game": "baccarat",
        "void": void,
        "player": shown[0],
        "banker": shown[1],
        "wagers": lines,
        "players": players,
        "house": house,
    }


# --- any game ---------------------------------------------------------------------------------


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    """The answer to a valid round, less `version`, `interpretations` and every `clauses`."""
    if round_["game"] in MAIN_BET:
        return settle_pictures(round_)
    if round_["game"] == "three-card-poker":
        return settle_poker(round_)
    assert round_["game"] == "baccarat", round_["game"]
    return settle_baccarat(round_)
