"""Benches that need a checkout: compilers, databases, browsers, helpers of the tests."""
