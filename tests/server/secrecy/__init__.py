"""Nobody is told, by anything that the house sends, of a card that he may not see."""
