"""Tables in play, without a house around them."""
