"""The JSON contracts that other programs rely on."""
