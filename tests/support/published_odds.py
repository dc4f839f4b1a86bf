"""How many deals of a shoe of baccarat there are, and how each bet ends, as published."""

from __future__ import annotations

BACCARAT = {
    8: (
        4_998_398_275_503_360,
        2_292_252_566_437_888,
        2_230_518_282_592_256,
        475_627_426_473_216,
        269_232_304_455_680,
    ),
    6: (
        878_869_206_895_680,
        403_095_751_234_560,
        392_220_492_728_832,
        83_552_962_932_288,
        47_322_230_031_360,
    ),
}
