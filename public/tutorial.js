// The tutorial's slides. CSS chooses the visible one by the URL's fragment; this runs the examples in steps of one second,
// marks the current slide and handles the arrow keys. Without it the examples are shown in their final state.
(() => {
  const STEP_MS = 1000;
  const slides = [...document.querySelectorAll(".slide")];
  const dots = [...document.querySelectorAll(".dots a")];
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;

  const stepsOf = (demo) => [...demo.querySelectorAll(".steps li")];

  /** Shows the example after a number of steps. */
  function show(demo, step) {
    for (const box of demo.querySelectorAll("[data-check]")) box.checked = Number(box.dataset.check) <= step;
    for (const bar of demo.querySelectorAll("[data-from]")) {
      const { from, to } = bar.dataset;
      const share = Math.min(1, Math.max(0, (step - from) / (to - from)));
      bar.setAttribute("aria-valuenow", Math.round(share * 100));
      bar.firstElementChild.style.setProperty("--v", `${share * 100}%`);
    }
    stepsOf(demo).forEach((line, i) => {
      if (i + 1 === step) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    count(demo);
  }

  function count(demo) {
    const left = demo.querySelector("[data-left]");
    if (left === null) return;
    const rest = Number(left.dataset.left) - demo.querySelectorAll("input:checked").length;
    left.textContent = `残り${rest}項目選択可能です`;
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    for (const button of document.querySelectorAll(".play")) button.textContent = "もう一度見る";
  }

  function play(demo) {
    stop();
    const last = stepsOf(demo).length;
    demo.querySelector(".play").textContent = "止める";
    const go = (step) => {
      show(demo, step);
      if (step < last) timer = setTimeout(go, STEP_MS, step + 1);
      else stop();
    };
    go(0);
  }

  function currentSlide() {
    const target = location.hash === "" ? null : document.getElementById(location.hash.slice(1));
    return Math.max(0, slides.indexOf(target?.closest(".slide")));
  }

  function enter() {
    stop();
    const at = currentSlide();
    dots.forEach((dot, i) => {
      if (i === at) dot.setAttribute("aria-current", "step");
      else dot.removeAttribute("aria-current");
    });
    const demo = slides[at].querySelector(".demo");
    if (demo !== null && !isStill.matches) play(demo);
  }

  for (const demo of document.querySelectorAll(".demo")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn play";
    button.textContent = "もう一度見る";
    button.addEventListener("click", () => {
      if (timer !== 0) stop();
      else play(demo);
    });
    demo.querySelector(".play-place").append(button);
    // A reader who tries the example is not interrupted.
    demo.addEventListener("input", () => {
      stop();
      count(demo);
    });
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const slide = turn === undefined ? undefined : slides[currentSlide() + turn];
    if (slide !== undefined) location.hash = slide.id;
  });
  addEventListener("hashchange", () => {
    enter();
    scrollTo(0, 0);
  });
  enter();
})();
