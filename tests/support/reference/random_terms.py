"""Random terms of a round: readings, limits, stakes, and what any game may leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.support.reference.random_hands import chance

if TYPE_CHECKING:
    import random

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


def amount(amount_cents: int) -> str:
    return f"{amount_cents // 100}.{amount_cents % 100:02d}"


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
