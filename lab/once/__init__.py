"""What made a table or a file once, and is run again only when that is to be made anew: each module
says how, ``python -m lab.once.<name>``."""
