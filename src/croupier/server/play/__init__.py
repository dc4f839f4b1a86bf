"""Tables in play: commands decided, made durable, followed."""
