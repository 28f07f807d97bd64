// The cards of the rankings turn together through total, win, place and quinella, or stop at the one that is pressed. CSS
// chooses the visible list (data-at): the first if this fails to load, all four where no script runs.
(() => {
  const TURN_MS = 6000;
  const turning = document.querySelector(".turning");
  if (turning === null || !matchMedia("(scripting: enabled)").matches) return;
  const cards = turning.querySelector(".cols");
  const choices = [...turning.querySelectorAll(".seg button")];
  const pause = turning.querySelector(".turner .btn");
  let isTurning = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function show(at) {
    turning.dataset.at = at;
    choices.forEach((button, place) => {
      button.setAttribute("aria-pressed", place === at);
    });
  }

  function turn(isOn) {
    isTurning = isOn;
    pause.textContent = isOn ? "止める" : "動かす";
  }

  choices.forEach((button, place) => {
    button.addEventListener("click", () => {
      show(place);
      turn(false);
    });
  });
  pause.addEventListener("click", () => turn(!isTurning));
  setInterval(() => {
    const isPaused = document.hidden || cards.matches(":hover, :focus-within");
    if (isTurning && !isPaused) show((Number(turning.dataset.at) + 1) % choices.length);
  }, TURN_MS);
  turn(isTurning);
})();
