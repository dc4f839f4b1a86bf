"""Who is at work in a house: accounts, passwords, sessions."""
