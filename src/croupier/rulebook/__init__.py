"""The approved documents, clause by clause; it knows no game."""

from croupier.rulebook.clauses import Cite, Clause, Document, Kind
from croupier.rulebook.register import rulebook

__all__ = ["Cite", "Clause", "Document", "Kind", "rulebook"]
