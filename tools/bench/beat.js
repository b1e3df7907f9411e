// Run in a page: a heartbeat that tells how long the page was kept from answering.

(() => {
  let at = performance.now();
  let from = at;
  const beat = {
    longest: 0,
    begin() {
      from = at = performance.now();
      beat.longest = 0;
    },
    passed: () => performance.now() - from,
  };
  const look = () => {
    const now = performance.now();
    beat.longest = Math.max(beat.longest, now - at);
    at = now;
    setTimeout(look, 4);
  };
  window.__beat = beat;
  look();
})();
