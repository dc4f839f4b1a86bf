"""The house: each room of `croupier.server`, over real stores and sockets."""
