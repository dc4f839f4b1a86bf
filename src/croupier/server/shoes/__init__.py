"""Where cards come from: sealed shoes, their shuffle and proof, the line of an electronic shoe."""
