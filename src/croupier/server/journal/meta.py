"""What a journal's database says of the house beside its entries, by name."""

from __future__ import annotations

KEY = "key"
"""The public key that signs."""
CURRENCY, DEMONSTRATION = "currency", "demonstration"
"""Of the house, for good."""
YES, NO = "yes", "no"
