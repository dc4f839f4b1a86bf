"""PAR sheets: a game's exact figures as a document to print, read and calculate with."""
