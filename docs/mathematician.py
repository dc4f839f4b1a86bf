# ruff: noqa: INP001, T201, E402, PLR2004 - cells that print, each with its imports and figures
# %% [markdown]
# # Exact odds, cell by cell
#
# For a game mathematician. Open it in Jupyter or VS Code, or run `python docs/mathematician.py`.
# Every figure is a `Fraction` derived from the very games that settle wagers; floats appear where
# something is printed, and where an evening is convolved. Each cell ends with a figure that holds.

# %% [markdown]
# ## Odds as fractions

# %%
from fractions import Fraction

import croupier

royal = croupier.odds("royal-three-pictures")
tie = royal.bets["tie"]
for line in tie.lines:
    print(f"{line.event:<8} {line.net!s:>3} to 1  {line.combinations:>11,}  {line.probability}")
print("house edge", tie.house_edge, "=", float(tie.house_edge))
assert tie.house_edge == Fraction(1_273_528, 12_724_075)

# %%
assert royal.combinations == 407_170_400
assert sum(line.combinations for line in tie.lines) == royal.combinations
assert tie.variance == sum(line.probability * line.net**2 for line in tie.lines) - tie.ev**2

# %% [markdown]
# ## Another pay table
#
# What would the Royal Pictures bet cost if three kings paid 200 to 1?

# %%
now = royal.bets["royal-pictures"].house_edge
richer = croupier.odds("royal-three-pictures", pays=["royal-pictures:three-kings=200:1"])
then = richer.bets["royal-pictures"].house_edge
print(f"{float(now):.6%} now, {float(then):.6%} then")
assert now - then == Fraction(200 - 188, 5_525)

# %% [markdown]
# ## Readings side by side
#
# What a document leaves open is a named reading, and the odds follow it.

# %%
for value in ("zero", "none"):
    read = croupier.odds("royal-three-pictures", interpretations={"three-pictures-points": value})
    print(f"three-pictures-points {value:<5} tie {read.bets['tie'].house_edge}")
assert read.bets["tie"].house_edge == Fraction(1_498_258, 12_724_075)

# %% [markdown]
# ## Best play
#
# 3 Card Poker has one line between play and fold; the value of both choices is exact for any hand.

# %%
from croupier.lab.strategy import strategy

best = strategy(croupier.game("three-card-poker"))
print("play from", best.weakest_played, "- fold up to", best.strongest_folded)
for hand in ("Qh 6d 4s", "Qh 6d 3s"):
    value = best.value(croupier.hand(hand))
    print(hand, "play", value.play, "fold", value.fold)
assert best.best.odds.house_edge == Fraction(686_689, 20_358_520)

# %% [markdown]
# ## Several bets on one hand
#
# Bets on one hand move together; a round of a mix has the variance of its parts and their
# covariances.

# %%
from croupier.lab.joint import Rounds

rounds = Rounds(croupier.game("baccarat"))
baccarat = croupier.odds("baccarat")
covariance = rounds.covariance("player", "banker")
mix = croupier.session("baccarat", {"player": 1, "banker": 1})
print("covariance of player and banker", covariance, "=", float(covariance))
parts = baccarat.bets["player"].variance + baccarat.bets["banker"].variance
assert mix.variance == parts + 2 * covariance

# %% [markdown]
# ## Two boxes against one dealer
#
# All 6,180,846,672,000 deals of three hands are counted. A strong dealer beats both boxes, so their
# results go together, and a full table is riskier for the house than as many tables with one box.

# %%
two = croupier.two_boxes("royal-three-pictures", {"main": 1})
print("both win", sum(chance for (one, other), chance in two.nets.items() if one > 0 < other))
print("covariance", two.covariance, "correlation", float(two.correlation))
for boxes in (1, 2, 8):
    print(boxes, "boxes: SD a round", float(two.variance(boxes)) ** 0.5)
assert two.covariance == Fraction(106_161_375_986_542_703, 341_937_202_687_080_000)

# %%
side = croupier.two_boxes("royal-three-pictures", {"main": 5, "tie": 1}, {"main": 2})
first, second = side.each
assert side.together.variance == first.variance + second.variance + 2 * side.covariance

# %% [markdown]
# ## An evening
#
# Rounds alike are convolved, never sampled. Mean and variance stay exact; chances are floats.

# %%
evening = croupier.session("baccarat", {"banker": 25})
standing = evening.after(240)
print("mean", float(240 * evening.mean), "SD", float(240 * evening.variance) ** 0.5)
print(f"ahead {standing.ahead:.6f}  even {standing.even:.6f}  behind {standing.behind:.6f}")
print("middle half", standing.quantile(0.25), "to", standing.quantile(0.75))
print(f"ruin of 1,000 {evening.ruin(1000, 240):.6f}")
print("the house loses in 60 rounds, 99 times in 100, at most", evening.worst_for_the_house(60))
assert evening.mean == 25 * baccarat.bets["banker"].ev

# %%
few = evening.exactly(3)
won = sum(chance for result, chance in few.items() if result > 0)
print("ahead after three rounds", won, "=", evening.after(3).ahead)
assert sum(few.values()) == 1
assert abs(float(won) - evening.after(3).ahead) < 1e-12

# %% [markdown]
# ## The jackpot
#
# Where its meter makes the progressive bet worth what it costs.

# %%
from croupier.lab.jackpot import prospects
from croupier.wire.house import default_house

poker = croupier.odds("three-card-poker")
terms = default_house()["three-card-poker"].jackpot
assert terms is not None
bet = croupier.game("three-card-poker").bet["progressive"]
ahead = prospects(poker.bets["progressive"], bet, terms, terms.seed_cents)
print("one hit in", ahead.bets_between_hits, "bets; breaks even at", ahead.break_even_meter / 100)
even = croupier.odds("three-card-poker", meter_cents=8_045_000)
assert (ahead.break_even_meter, even.bets["progressive"].ev) == (8_045_000, 0)

# %% [markdown]
# ## A shoe
#
# Baccarat for what is left: here eight decks without their fives.

# %%
fresh = baccarat.bets["player"].house_edge
left = croupier.shoe_odds(seen="5h 5d 5c 5s " * 8).bets["player"].house_edge
print(f"player's edge against: {float(fresh):.6%} fresh, {float(left):.6%} without fives")
assert left < fresh

# %% [markdown]
# ## Rows for a data frame
#
# A plain list of rows goes into pandas or polars as it is.

# %%
from importlib import import_module
from importlib.util import find_spec

found = [croupier.odds(game.name) for game in croupier.GAMES]
rows = [row for odds in found for row in odds.rows()]
installed = [name for name in ("polars", "pandas") if find_spec(name)]
if installed:
    print(import_module(installed[0]).DataFrame(rows).head(3))
else:
    print(*rows[:3], sep="\n")
bets = [(bet.house_edge, odds.game.name, bet.bet) for odds in found for bet in odds.bets.values()]
print(f"{len(rows)} lines of {len(found)} games; the least edge is", *min(bets))
