import type { Page } from "@playwright/test";

/**
 * Describes layout faults caused by large text or a narrow screen, without duplicates: a page or box that scrolls
 * horizontally; text that is clipped, outside the screen, its card or its button, or overlaps other text; overlapping
 * controls of a dock. Tables may scroll in their own box.
 */
export async function misfits(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    /** For screen readers only, as heads of tables that are cards on phones, or visible only with the focus. */
    const UNSEEN = ".sr, .skip, .ledger thead, script, style, noscript, template, option";
    /** Clipped on purpose: the menu abbreviates the user's name; the profile shows it in full. */
    const ELLIPSED = ".pop .who";
    /** Layers above the page, which may cover content scrolled beneath them. */
    const LAYERS = ".meter, .tabs, .bar, .dlg-foot, .vtabs, .pop > .card, .dpop > .card, dialog";
    const DOCKS = ".meter, .tabs, .bar, .dlg-foot";
    const DOCKED = "a, button, summary, label, input, h1, .meter-line";
    const FILLED = ".btn, .tag, .chip, .seg > *, .gr, .waku, .badge, .medal, .icon-btn";
    /** Share of a line's height that is empty above the letters, and below them. */
    const EMPTY_STRIP = 0.18;
    const SLACK_PX = 1;

    interface Piece {
      parent: Element;
      layer: Element | null;
      words: string;
      /** One line of text, as high as its letters. */
      rect: DOMRect;
    }
    const found = new Set<string>();
    const screenPx = document.documentElement.clientWidth;
    const scrollers = new Set<Element>();
    const styles = new Map<Element, CSSStyleDeclaration>();

    const styleOf = (element: Element): CSSStyleDeclaration => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const nameOf = (element: Element): string => [element.localName, ...element.classList].join(".");
    const quote = (text: string | null): string => `“${(text ?? "").trim().replace(/\s+/g, " ").slice(0, 24)}”`;
    const isSeen = (element: Element): boolean =>
      element.closest(UNSEEN) === null && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isWithinAcross = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.left >= outer.left - SLACK_PX && inner.right <= outer.right + SLACK_PX;
    const isWithinDown = (inner: DOMRect, outer: DOMRect): boolean =>
      inner.top >= outer.top - SLACK_PX && inner.bottom <= outer.bottom + SLACK_PX;
    const overlaps = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK_PX &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK_PX;

    function readPieces(): Piece[] {
      const pieces: Piece[] = [];
      const range = document.createRange();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || (node.textContent ?? "").trim() === "" || !isSeen(parent)) continue;
        range.selectNodeContents(node);
        for (const { x, y, width, height } of range.getClientRects()) {
          if (width <= SLACK_PX) continue;
          const rect = new DOMRect(x, y + height * EMPTY_STRIP, width, height * (1 - 2 * EMPTY_STRIP));
          pieces.push({ parent, layer: parent.closest(LAYERS), words: quote(node.textContent), rect });
        }
      }
      return pieces;
    }

    /**
     * Finds boxes that clip the text, up to the nearest scrolling box, in which it can be reached.
     * @returns whether there is a scrolling box
     */
    function findCut({ parent, words, rect }: Piece): boolean {
      for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = styleOf(box);
        if (/auto|scroll/.test(overflowX)) {
          scrollers.add(box);
          return true;
        }
        if (overflowX === "visible" && overflowY === "visible") continue;
        const { left, top } = box.getBoundingClientRect();
        const inner = new DOMRect(left + box.clientLeft, top + box.clientTop, box.clientWidth, box.clientHeight);
        const isCut =
          (overflowX !== "visible" && !isWithinAcross(rect, inner)) ||
          (overflowY !== "visible" && !isWithinDown(rect, inner));
        if (isCut && !parent.matches(ELLIPSED)) found.add(`${words} is clipped by ${nameOf(box)}`);
      }
      return false;
    }

    function findOutside({ parent, words, rect }: Piece, canScroll: boolean): void {
      if (!canScroll && (rect.left < -SLACK_PX || rect.right > screenPx + SLACK_PX)) {
        found.add(`${words} of ${nameOf(parent)} is outside the screen, at ${rect.left}…${rect.right}`);
      }
      const card = parent.closest(".card");
      if (!canScroll && card !== null && !isWithinAcross(rect, card.getBoundingClientRect())) {
        found.add(`${words} of ${nameOf(parent)} is outside its card`);
      }
      const filled = parent.closest(FILLED);
      const box = filled?.getBoundingClientRect();
      if (filled && box && !(isWithinAcross(rect, box) && isWithinDown(rect, box))) {
        found.add(`${words} is outside ${nameOf(filled)}`);
      }
    }

    function findTextOnText(pieces: readonly Piece[]): void {
      const dialog = document.querySelector("dialog[open]");
      const lines = pieces.filter(({ parent }) => dialog === null || dialog.contains(parent));
      lines.sort((one, other) => one.rect.top - other.rect.top);
      for (const [at, one] of lines.entries()) {
        for (let next = at + 1; next < lines.length; next++) {
          const other = lines[next];
          if (other === undefined || other.rect.top >= one.rect.bottom) break;
          if (one.layer !== other.layer || one.parent === other.parent || !overlaps(one.rect, other.rect)) continue;
          found.add(`${one.words} overlaps ${other.words} (${nameOf(one.parent)}, ${nameOf(other.parent)})`);
        }
      }
    }

    /** Also finds generated content, such as the form's count: it has no text node to measure. */
    function findInDock(dock: Element): void {
      for (const box of [dock, ...dock.querySelectorAll<HTMLElement>("p, h1, a, button, div")]) {
        if (!isSeen(box) || box.closest(".pop > .card") !== null || styleOf(box).overflowX !== "visible") continue;
        const isInline = styleOf(box).display === "inline";
        if (!isInline && box.scrollWidth > box.clientWidth + SLACK_PX) {
          found.add(`the content of ${nameOf(box)} is ${box.scrollWidth} px wide, in ${box.clientWidth}`);
        }
      }
      if (dock.getBoundingClientRect().height > innerHeight / 2)
        found.add(`${nameOf(dock)} takes more than half of the screen`);
      const parts = [...dock.querySelectorAll(DOCKED)].filter(
        (part) => isSeen(part) && part.closest(".pop > .card") === null,
      );
      for (const [at, one] of parts.entries()) {
        for (const other of parts.slice(at + 1)) {
          if (one.contains(other) || !overlaps(one.getBoundingClientRect(), other.getBoundingClientRect())) continue;
          found.add(`${quote(one.textContent)} overlaps ${quote(other.textContent)} in ${nameOf(dock)}`);
        }
      }
    }

    /** The text of a closed select has no rectangle to read, so its width is measured on a canvas. */
    function findCutChoice(list: HTMLElement, pen: CanvasRenderingContext2D): void {
      const { fontSize, fontWeight, fontFamily, paddingLeft, paddingRight } = styleOf(list);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const label = list.querySelector("option:checked")?.textContent ?? "";
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const needed = pen.measureText(label).width;
      if (needed > room + SLACK_PX) found.add(`${quote(label)} is clipped by its list, ${needed} px in ${room}`);
    }

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > screenPx) found.add(`the page is ${scrollWidth} px wide`);
    const pieces = readPieces();
    for (const piece of pieces) findOutside(piece, findCut(piece));
    for (const box of scrollers) {
      if (box.scrollWidth <= box.clientWidth + SLACK_PX || box.matches("[tabindex='0']:has(> table)")) continue;
      found.add(`${nameOf(box)} scrolls horizontally, ${box.scrollWidth} px in ${box.clientWidth}`);
    }
    findTextOnText(pieces);
    for (const dock of document.querySelectorAll(DOCKS)) if (isSeen(dock)) findInDock(dock);
    const pen = document.createElement("canvas").getContext("2d");
    for (const list of document.querySelectorAll<HTMLElement>("select")) {
      if (pen !== null && isSeen(list)) findCutChoice(list, pen);
    }
    return [...found];
  });
}
