"""The HTTP API: operations as data, who may call them, what goes in and out."""
