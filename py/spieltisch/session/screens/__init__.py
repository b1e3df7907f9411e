"""One module for each screen: what each message does there."""
