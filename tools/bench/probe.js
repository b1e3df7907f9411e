// Injected into a page before its own scripts: notes when things happen.

(() => {
  const seen = { ready: 0, board: 0, longest: 0, delays: [] };
  window.__seen = seen;

  const watchReady = () => {
    const root = document.documentElement;
    const look = () => {
      if (seen.ready || root.dataset.state !== "ready") return;
      seen.ready = performance.now();
      seen.watchAnswers();
    };
    new MutationObserver(look).observe(root, { attributes: true });
    look();
  };
  if (document.documentElement) watchReady();
  else
    new MutationObserver((_, self) => {
      if (!document.documentElement) return;
      self.disconnect();
      watchReady();
    }).observe(document, { childList: true });

  // The first frame that has the board has been painted when the next task runs.
  const watchBoard = () => {
    const board = document.querySelector("svg[data-game]");
    if (board && board.getBoundingClientRect().width > 0) {
      setTimeout(() => (seen.board = performance.now()));
    } else requestAnimationFrame(watchBoard);
  };
  requestAnimationFrame(watchBoard);

  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      if (!seen.ready || startTime < seen.ready) seen.longest = Math.max(seen.longest, duration);
    }
  }).observe({ type: "longtask", buffered: true });

  // Delays from an event to the first change of the document after it. A change after the delays
  // were taken (a stone arrives) answers no earlier event. Nothing is watched during the start.
  let since = 0;
  seen.takeDelays = () => {
    since = 0;
    return seen.delays.splice(0);
  };
  const begin = (event) => (since = event.timeStamp);
  addEventListener("click", begin, true);
  addEventListener("keydown", begin, true);
  const answers = new MutationObserver(() => {
    if (since) seen.delays.push(performance.now() - since);
    since = 0;
  });
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  seen.watchAnswers = () => answers.observe(document, everything);
})();
