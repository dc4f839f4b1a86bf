"""Tables dealt by the house, by a person and from an electronic shoe."""
