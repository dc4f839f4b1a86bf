"""The witness, against small logs that tell the truth and others that do not."""
