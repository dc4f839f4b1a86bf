"""The remedies of a ruling: what each needs of the report, and the events that carry it out."""
