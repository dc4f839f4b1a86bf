"""Who moves a table along: its clock, the automatic dealer, a table with an electronic shoe."""
