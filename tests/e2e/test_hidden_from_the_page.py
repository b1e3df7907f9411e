"""What a browser hides from the page is told: drawings that cannot be read, and files that go to
the share sheet where a page stands on a home screen."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable

import pytest
from playwright.sync_api import Download, Page, expect

from tests.e2e.conftest import go_to
from tests.e2e.test_files import BEFORE_THE_END, end

NOISE = """() => {
  const read = CanvasRenderingContext2D.prototype.getImageData;
  CanvasRenderingContext2D.prototype.getImageData = function (...box) {
    const image = read.apply(this, box);
    // As Firefox gives it where fingerprints are resisted, as one sees it, and as Brave does.
    const { data } = image;
    if (KIND === "white") data.fill(255);
    else if (KIND === "noise") crypto.getRandomValues(data.subarray(0, 65536));
    else if (KIND === "coarse") for (let at = 0; at < data.length; at += 97) data[at] ^= 16;
    else for (let at = 0; at < data.length; at += 3) data[at] ^= 1;
    return image;
  };
}"""

HIDDEN = "This browser hides what is drawn"


@pytest.mark.parametrize("kind", ["white", "noise", "coarse"])
def test_a_film_and_a_picture_of_noise_are_not_saved(
    kind: str, open_ready: Callable[..., Page]
) -> None:
    page = open_ready(BEFORE_THE_END)
    page.evaluate(NOISE.replace("KIND", f'"{kind}"'))
    saved: list[object] = []
    page.on("download", lambda one: saved.append(one))
    end(page)
    page.locator("#end [data-do=make-film]").click()
    expect(page.locator("#notice")).to_contain_text(HIDDEN)
    go_to(page, "#/editor/yala")
    expect(page.locator("#notice")).to_have_count(0)
    page.locator("[data-do=save-picture]").click()
    expect(page.locator("#notice")).to_contain_text(HIDDEN)
    assert saved == []


PIXELS = """async (bytes) => {
  const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([data]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  // Not by the method that gives noise.
  return [...window.readPixels.call(context, 0, 0, image.width, image.height).data];
}"""
KEEP_READING = """() => {
  window.readPixels = OffscreenCanvasRenderingContext2D.prototype.getImageData;
}"""


def pixels_of(page: Page, saved: Download) -> list[int]:
    return page.evaluate(PIXELS, b64encode(saved.path().read_bytes()).decode())


def test_a_difference_that_nobody_sees_spoils_no_film_and_no_picture(
    open_ready: Callable[..., Page],
) -> None:
    page = open_ready(BEFORE_THE_END)
    page.evaluate(KEEP_READING)
    end(page)
    films = []
    for is_noisy in (False, True):
        if is_noisy:
            page.evaluate(NOISE.replace("KIND", '"as Brave"'))
        with page.expect_download() as film:
            page.locator("#end [data-do=make-film]").click()
        expect(page.locator("#notice")).to_contain_text("The clip is saved.")
        page.locator("#notice [data-do=dismiss]").click()
        films.append(pixels_of(page, film.value))
    plain, noisy = films
    assert len(plain) == len(noisy) > 100_000
    far = sum(abs(one - other) > 24 for one, other in zip(plain, noisy, strict=True))
    assert far < len(plain) / 1000
    go_to(page, "#/editor/yala")
    with page.expect_download() as picture:
        page.locator("[data-do=save-picture]").click()
    # Counted there: handed over one by one, millions of numbers are too much for the driver.
    count = f"async data => (await ({PIXELS})(data)).length"
    assert page.evaluate(count, b64encode(picture.value.path().read_bytes()).decode()) > 100_000


HOME_SCREEN = """() => {
  Object.defineProperty(navigator, "standalone", { value: true });
  navigator.canShare = ({ files }) => ["image/png", "text/plain"].includes(files[0].type);
  navigator.share = async ({ files }) => {
    window.shared = { name: files[0].name, type: files[0].type, text: await files[0].text() };
    if (window.refuses) throw new DOMException("no", window.refuses);
  };
}"""


@pytest.mark.parametrize(
    ("link", "do", "name"),
    [("#/workshop/yala", "save-bot", ".py"), ("#/deck/aya", "save-deck", ".json"),
     ("#/import", "export-all", ".json")],
)  # fmt: skip
def test_on_a_home_screen_files_go_to_the_share_sheet(
    link: str, do: str, name: str, open_ready: Callable[..., Page]
) -> None:
    page = open_ready(link)
    page.evaluate(HOME_SCREEN)
    saved: list[object] = []
    page.on("download", lambda one: saved.append(one))
    page.locator(f"[data-do={do}]").first.click()
    page.wait_for_function("() => window.shared")
    shared = page.evaluate("window.shared")
    assert shared["name"].endswith(name)
    assert shared["type"] == "text/plain"
    assert saved == []
    # Who closes the sheet wants nothing; a sheet that refuses is no way out.
    page.evaluate("window.refuses = 'NotAllowedError'")
    with page.expect_download():
        page.locator(f"[data-do={do}]").first.click()
