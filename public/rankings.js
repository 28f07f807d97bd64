// The cards of the rankings turn together through total, win, place and quinella, or stop at the one that is chosen. CSS
// shows the list of the checked choice: without this script readers choose it themselves.
(() => {
  const TURN_MS = 6000;
  const turning = document.querySelector(".turning");
  if (turning === null || !matchMedia("(scripting: enabled)").matches) return;
  const cards = turning.querySelector(".cols");
  const choices = [...turning.querySelectorAll(".turner input")];
  const pause = turning.querySelector(".turner .btn");
  let isTurning = !matchMedia("(prefers-reduced-motion: reduce)").matches;

  function turn(isOn) {
    isTurning = isOn;
    pause.textContent = isOn ? "止める" : "動かす";
  }

  turning.querySelector(".turner").addEventListener("change", () => turn(false));
  pause.addEventListener("click", () => turn(!isTurning));
  setInterval(() => {
    const isPaused = document.hidden || cards.matches(":hover, :focus-within");
    const at = choices.findIndex(({ checked }) => checked);
    if (isTurning && !isPaused) choices[(at + 1) % choices.length].checked = true;
  }, TURN_MS);
  turn(isTurning);
})();
