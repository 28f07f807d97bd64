// The cards of the rankings turn together among total, win, place and quinella, or stand at the one that is pressed. Which
// list shows is the style's work (data-at); without this the first stands, without any script all four stand in a row.
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
    const isHeld = document.hidden || cards.matches(":hover, :focus-within");
    if (isTurning && !isHeld) show((Number(turning.dataset.at) + 1) % choices.length);
  }, TURN_MS);
  turn(isTurning);
})();
