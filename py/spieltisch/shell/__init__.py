"""The page: events in, markup out, and everything that only the browser can do.

Nothing here touches the browser when it is imported: ``start`` is given the window.
"""
