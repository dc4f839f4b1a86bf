"""What `croupier` says when it is asked nothing."""

TOUR = """\
croupier runs casino tables exactly by their approved rules.

  croupier demo                  one round of each game, dealt and settled
  croupier play baccarat         sit down: bets, cards, results with reasons
  croupier odds --all            every bet, best to worst
  croupier rules                 the documents of the games, clause by clause
  croupier ruling baccarat misdealt seen=yes
                                 what follows when something goes wrong
  croupier settle FILE           rounds in JSON, each wager with its clause
  croupier simulate baccarat     ten million rounds beside the exact odds
  croupier serve                 a house with all games, in the browser

croupier --help lists every verb, croupier VERB --help its options;
croupier completion bash (zsh, fish) is for the Tab key.
"""
