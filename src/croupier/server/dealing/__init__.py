"""What moves a table forward: its clock, the automatic dealer, an electronic shoe."""
