import type { Page } from "@playwright/test";

/**
 * What large letters or a narrow screen broke, in words, each thing once: a page or a box that scrolls sideways, text
 * that is cut, that stands off the screen, out of its card or button, or on other text, and controls of a dock that lie
 * on each other. A table may scroll in a box of its own.
 */
export async function misfits(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    /** For screen readers, or seen with the focus only. */
    const UNSEEN = ".sr, .skip, script, style, noscript, template, option";
    /** Cut on purpose: the menu hints at who is logged in; the profile behind it has the name in full. */
    const ELLIPSED = ".pop .who";
    /** They lie over the page, and may hide what is scrolled beneath them. */
    const LAYERS = ".meter, .tabs, .bar, .dlg-foot, .vtabs, .pop > .card, .dpop > .card, dialog";
    const DOCKS = ".meter, .tabs, .bar, .dlg-foot";
    const DOCKED = "a, button, summary, label, input, h1, .meter-line";
    const FILLED = ".btn, .tag, .chip, .seg > *, .gr, .waku, .badge, .medal, .icon-btn";
    /** Of a line's height, above and below the letters. */
    const EMPTY_STRIP = 0.18;
    const SLACK_PX = 1;

    interface Piece {
      parent: Element;
      layer: Element | null;
      words: string;
      /** One line, as high as its letters. */
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

    /** Up to the next box that scrolls: what is beyond that can be reached. @returns whether there is one */
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
        if (isCut && !parent.matches(ELLIPSED)) found.add(`${words} is cut by ${nameOf(box)}`);
      }
      return false;
    }

    function findOutside({ parent, words, rect }: Piece, canScroll: boolean): void {
      if (!canScroll && (rect.left < -SLACK_PX || rect.right > screenPx + SLACK_PX)) {
        found.add(`${words} of ${nameOf(parent)} stands off the screen, at ${rect.left}…${rect.right}`);
      }
      const card = parent.closest(".card");
      if (!canScroll && card !== null && !isWithinAcross(rect, card.getBoundingClientRect())) {
        found.add(`${words} of ${nameOf(parent)} stands out of its card`);
      }
      const filled = parent.closest(FILLED);
      const box = filled?.getBoundingClientRect();
      if (filled && box && !(isWithinAcross(rect, box) && isWithinDown(rect, box))) {
        found.add(`${words} stands out of ${nameOf(filled)}`);
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
          found.add(`${one.words} lies on ${other.words} (${nameOf(one.parent)}, ${nameOf(other.parent)})`);
        }
      }
    }

    /** Also what only styles write, such as the count of the form: it is no text that could be asked for its place. */
    function findInDock(dock: Element): void {
      for (const box of [dock, ...dock.querySelectorAll<HTMLElement>("p, h1, a, button, div")]) {
        if (!isSeen(box) || box.closest(".pop > .card") !== null || styleOf(box).overflowX !== "visible") continue;
        const isInline = styleOf(box).display === "inline";
        if (!isInline && box.scrollWidth > box.clientWidth + SLACK_PX) {
          found.add(`what is in ${nameOf(box)} is ${box.scrollWidth} px wide, in ${box.clientWidth}`);
        }
      }
      if (dock.getBoundingClientRect().height > innerHeight / 2) found.add(`${nameOf(dock)} takes half of the screen`);
      const parts = [...dock.querySelectorAll(DOCKED)].filter(
        (part) => isSeen(part) && part.closest(".pop > .card") === null,
      );
      for (const [at, one] of parts.entries()) {
        for (const other of parts.slice(at + 1)) {
          if (one.contains(other) || !overlaps(one.getBoundingClientRect(), other.getBoundingClientRect())) continue;
          found.add(`${quote(one.textContent)} lies on ${quote(other.textContent)} in ${nameOf(dock)}`);
        }
      }
    }

    /** No place can be asked of the text in a list that is folded, so it is measured by itself. */
    function findCutChoice(list: HTMLElement, pen: CanvasRenderingContext2D): void {
      const { fontSize, fontWeight, fontFamily, paddingLeft, paddingRight } = styleOf(list);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const label = list.querySelector("option:checked")?.textContent ?? "";
      const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const needed = pen.measureText(label).width;
      if (needed > room + SLACK_PX) found.add(`${quote(label)} is cut by its list, ${needed} px in ${room}`);
    }

    const { scrollWidth } = document.documentElement;
    if (scrollWidth > screenPx) found.add(`the page is ${scrollWidth} px wide`);
    const pieces = readPieces();
    for (const piece of pieces) findOutside(piece, findCut(piece));
    for (const box of scrollers) {
      if (box.scrollWidth <= box.clientWidth + SLACK_PX || box.matches("[tabindex='0']:has(> table)")) continue;
      found.add(`${nameOf(box)} scrolls sideways, ${box.scrollWidth} px in ${box.clientWidth}`);
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
