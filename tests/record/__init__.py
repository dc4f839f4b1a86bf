"""The record of today's behaviour: what `README.md` in this folder says."""
