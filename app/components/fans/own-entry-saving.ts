import { useEffect, useState } from "react";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";
import { NETWORK_ERROR } from "#app/forms/messages.ts";

export interface EntryAnswer {
  isSaved: boolean;
  words: string;
}

/**
 * Saves marks when chosen and notes by their button, one request at a time, so that the last choice remains. Returns
 * whether a typed note is unsaved.
 */
export function useEntrySaving(elementId: string): boolean {
  const [isDirty, setDirty] = useState(false);
  useEffect(() => {
    const element = document.getElementById(elementId);
    if (element === null) return;
    let queue: Promise<unknown> = Promise.resolve();
    const checkNotes = () => setDirty(notesIn(element).some((note) => note.value !== note.defaultValue));
    const save = (form: HTMLFormElement, isMarkOnly: boolean) => {
      // The same words again would not be read out.
      say(form, "");
      const fields = new FormData(form);
      if (isMarkOnly) {
        fields.set("parts", "mark");
        fields.delete("note");
      }
      queue = queue.then(async () => {
        const answer = await send(form, fields);
        if (answer === null) return form.submit();
        if (answer.isSaved) showSaved(element, fields);
        say(form, answer.words);
        checkNotes();
      });
    };
    const choose = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "mark" && target.form !== null) save(target.form, true);
    };
    const submit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || event.target.dataset.saving === undefined) return;
      event.preventDefault();
      save(event.target, false);
    };
    // Chosen before the script ran.
    for (const chosen of element.querySelectorAll<HTMLInputElement>("form[data-saving] input[name=mark]:checked")) {
      if (!chosen.defaultChecked && chosen.form !== null) save(chosen.form, true);
    }
    const ending = new AbortController();
    const { signal } = ending;
    closeOnLeave(element, signal);
    element.addEventListener("change", choose, { signal });
    element.addEventListener("input", checkNotes, { signal });
    element.addEventListener("submit", submit, { signal });
    return () => ending.abort();
  }, [elementId]);
  return isDirty;
}

/** Closes a form over the table on Escape, with the focus back on its head, and on a press elsewhere. */
function closeOnLeave(element: HTMLElement, signal: AbortSignal): void {
  const opened = () => [...element.querySelectorAll<HTMLDetailsElement>(".own-mark-cell details[open]")];
  element.addEventListener(
    "keydown",
    ({ key, target }) => {
      const fold = opened().find((one) => target instanceof Node && one.contains(target));
      if (key !== "Escape" || fold === undefined) return;
      fold.open = false;
      fold.querySelector("summary")?.focus();
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      for (const fold of opened()) if (target instanceof Node && !fold.contains(target)) fold.open = false;
    },
    { signal },
  );
}

/** Null if the session is over; the browser is sent to the log-in. */
async function send(form: HTMLFormElement, body: FormData): Promise<EntryAnswer | null> {
  try {
    const response = await fetch(form.dataset.saving ?? "", { method: "POST", body, redirect: "manual" });
    if (response.type === "opaqueredirect") return null;
    const answer: Partial<EntryAnswer> = await response.json();
    return { isSaved: answer.isSaved === true, words: answer.words ?? OWN_MESSAGES.notSaved };
  } catch {
    return { isSaved: false, words: navigator.onLine ? OWN_MESSAGES.notSaved : NETWORK_ERROR };
  }
}

function say(form: HTMLFormElement, words: string): void {
  const place = form.querySelector("[role=status]");
  if (place !== null) place.textContent = words;
}

function notesIn(element: Pick<Element, "querySelectorAll">): HTMLTextAreaElement[] {
  return [...element.querySelectorAll<HTMLTextAreaElement>("textarea[name=note]")];
}

/** List and table show the same horse, so both are updated. */
function showSaved(element: HTMLElement, fields: FormData): void {
  const horse = String(fields.get("horse_id"));
  const mark = fields.get("parts") === "note" ? null : String(fields.get("mark") ?? "");
  const note = fields.get("note");
  for (const form of element.querySelectorAll<HTMLFormElement>("form[data-saving]")) {
    if (new FormData(form).get("horse_id") !== horse) continue;
    if (typeof note === "string") {
      for (const field of notesIn(form)) {
        // Keeps text typed since.
        if (field.value === field.defaultValue) field.value = note;
        field.defaultValue = note;
      }
    }
    if (mark === null) continue;
    const chosen = form.querySelector<HTMLInputElement>(`input[name=mark][value="${CSS.escape(mark)}"]`);
    if (chosen === null) continue;
    for (const one of form.querySelectorAll<HTMLInputElement>("input[name=mark]")) one.defaultChecked = one === chosen;
    chosen.checked = true;
  }
  if (mark === null) return;
  const sign = element.querySelector(`form[data-saving] input[name=mark][value="${CSS.escape(mark)}"] + svg`);
  for (const place of element.querySelectorAll(`[data-mark-of="${CSS.escape(horse)}"]`)) {
    place.replaceChildren(sign === null ? noMark() : sign.cloneNode(true));
  }
}

function noMark(): HTMLElement {
  const sign = document.createElement("span");
  sign.className = "m none";
  const words = document.createElement("span");
  words.className = "sr";
  words.textContent = "自分の印なし";
  sign.insertAdjacentElement("beforeend", words);
  return sign;
}
