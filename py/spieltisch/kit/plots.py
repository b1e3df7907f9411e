"""Small plots. Each stands beside the numbers it draws, so none is needed to know them."""

from collections.abc import Sequence

from spieltisch.kit.markup import Markup, el

RESULTS = ("won", "drawn", "lost")
"""In the order in which a bar shows them, so that their places tell them apart as well."""

BAR_WIDTH, BAR_HEIGHT, BAR_GAP = 100.0, 10, 0.8

STEP, HALF = 6, 10
"""In the plot of the latest results: from one to the next, and from the middle to the top."""

BINS = 16
BIN_WIDTH, PLOT_HEIGHT = 10, 36


def result_bar(counts: Sequence[int]) -> Markup:
    """How many of RESULTS there were, as shares of one bar; an empty bar for none."""
    shown = [(name, count) for name, count in zip(RESULTS, counts, strict=True) if count]
    width = BAR_WIDTH - BAR_GAP * (len(shown) - 1)
    parts, x = [], 0.0
    for name, count in shown:
        part = width * count / sum(counts)
        size = {"x": x, "width": part, "height": BAR_HEIGHT}
        parts.append(el("rect", {"class": f"plot-{name}", **size}))
        x += part + BAR_GAP
    return _drawing("result-bar", BAR_WIDTH, BAR_HEIGHT, parts, is_stretched=True)


def latest_results(results: Sequence[str], label: str) -> Markup:
    """Some of RESULTS, one after the other: a win goes up, a loss down, a draw neither. The label
    says what it shows, for those who do not see it."""
    shapes = {
        "won": f"{HALF}h{STEP - 2}v-{HALF}h-{STEP - 2}z",
        "drawn": f"{HALF - 2}h{STEP - 2}v4h-{STEP - 2}z",
        "lost": f"{HALF}h{STEP - 2}v{HALF}h-{STEP - 2}z",
    }
    marks = [
        el("path", {"class": f"plot-{name}", "d": f"M{STEP * index + 1} {shapes[name]}"})
        for index, name in enumerate(results)
    ]
    middle = el("path.plot-middle", {"d": f"M0 {HALF}H{STEP * len(results)}"})
    return _drawing("latest-results", STEP * len(results), 2 * HALF, [middle, *marks], label=label)


def time_plot(times_ms: Sequence[int], median_ms: int, longest_ms: int) -> Markup:
    """How often times of a length occur, at least one, from 0 on the left to the longest that is
    drawn: what took longer stands at the right edge. The median has a line."""
    counts = [0] * BINS
    for ms in times_ms:
        counts[min(BINS - 1, BINS * ms // longest_ms)] += 1
    most, width = max(counts), BINS * BIN_WIDTH
    bars = [
        el(
            "rect.plot-time",
            {
                "x": BIN_WIDTH * index + 1,
                "y": PLOT_HEIGHT - height,
                "width": BIN_WIDTH - 2,
                "height": height,
            },
        )
        for index, count in enumerate(counts)
        if count
        for height in [(PLOT_HEIGHT - 4) * count / most]
    ]
    x = width * min(1.0, median_ms / longest_ms)
    median = el("path.plot-median", {"d": f"M{x:.1f} 0V{PLOT_HEIGHT}"})
    ground = el("path.plot-middle", {"d": f"M0 {PLOT_HEIGHT}H{width}"})
    return _drawing("time-plot", width, PLOT_HEIGHT, [ground, *bars, median], is_stretched=True)


def _drawing(
    kind: str,
    width: float,
    height: int,
    parts: Sequence[Markup],
    *,
    label: str = "",
    is_stretched: bool = False,
) -> Markup:
    told = {"role": "img", "aria-label": label} if label else {"aria-hidden": "true"}
    return el(
        "svg",
        {
            "class": f"plot {kind}",
            "viewBox": f"0 0 {width:g} {height}",
            "preserveAspectRatio": "none" if is_stretched else None,
            **told,
        },
        *parts,
    )
