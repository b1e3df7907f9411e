"""The page: events in, markup out, and everything the browser has to be asked for.

Nothing here touches the browser when it is imported: ``start`` is given the window.
"""
