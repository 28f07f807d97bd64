/**
 * Restores forms after their session ended or the network failed. Drafts are in sessionStorage, per user and page,
 * without passwords and codes. A draft is deleted once its form is answered, or another page or user is shown.
 */

const KEY = "form-draft";

interface Page {
  userId: number;
  path: string;
}

interface Draft extends Page {
  /** A document submission. The values are needed only if the log-in replaces the answer. */
  isSent: boolean;
  forms: Record<string, Value[]>;
}

interface Value {
  name: string;
  value: string;
  /** Checkboxes and radio buttons. */
  isChecked?: boolean;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let shown: Page | null = null;
/** Forms changed by the reader since the page was shown. */
let touched = new Set<HTMLFormElement>();
let isSent = false;
/** The framework is sending a form. */
let hasPending = false;

window.addEventListener("input", ({ target }) => {
  if (isControl(target) && target.form !== null) touched.add(target.form);
});
// After the page's handlers, which send a form themselves if they prevent the default.
window.addEventListener("submit", (event) => {
  const { target, defaultPrevented } = event;
  if (!(target instanceof HTMLFormElement)) return;
  if (shown === null) return;
  if (target.action.endsWith("/logout")) return formSent();
  touched.add(target);
  isSent = !defaultPrevented;
  keepDraft();
});
window.addEventListener("pagehide", () => keepDraft(isSent || hasPending));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") keepDraft(isSent || hasPending);
});

/** Restores the page's drafts. An error page in its place does not use them up. */
export function pageShown(page: Page): void {
  if (isNetworkError()) return;
  const kept = sessionStorage.getItem(KEY);
  formSent();
  shown = page;
  // Includes text typed before this script ran.
  touched = new Set([...document.forms].filter((form) => controlsOf(form).some(isChanged)));
  if (kept === null) return;
  const draft: Draft = JSON.parse(kept);
  if (draft.userId !== page.userId || draft.path !== page.path) return;
  if (draft.isSent && !isFromLogIn()) return;
  for (const form of document.forms) restore(form, draft.forms[keyOf(form)] ?? []);
}

/** Also called for the log-in, whose forms are not kept. */
export function pageLeft(): void {
  shown = null;
}

function keepDraft(isAnswerOpen = isSent): void {
  if (shown === null || touched.size === 0) return;
  const forms = [...touched].filter(({ isConnected }) => isConnected);
  if (forms.length === 0) {
    // The answer has replaced the form, and its effect comes later.
    if (isAnswerOpen && !isNetworkError()) sessionStorage.removeItem(KEY);
    return;
  }
  const draft: Draft = {
    ...shown,
    isSent: isAnswerOpen,
    forms: Object.fromEntries(forms.map((form) => [keyOf(form), valuesOf(form)])),
  };
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

/** Keeps drafts during a navigation and deletes them with the answer to a form. */
export function navigated(state: "idle" | "loading" | "submitting", isForm: boolean): void {
  if (state !== "idle") {
    hasPending ||= isForm;
    keepDraft();
  } else if (hasPending) {
    hasPending = false;
    formSent();
  }
}

function formSent(): void {
  if (isNetworkError()) return;
  touched = new Set();
  isSent = false;
  sessionStorage.removeItem(KEY);
}

/** Components mark the network error with `data-lost`. */
function isNetworkError(): boolean {
  return document.querySelector("[data-lost]") !== null;
}

function isFromLogIn(): boolean {
  return URL.canParse(document.referrer) && new URL(document.referrer).pathname === "/login";
}

/** A page may have several forms with one address. */
function keyOf(form: HTMLFormElement): string {
  const action = form.getAttribute("action");
  return `${action} ${[...document.forms].filter((other) => other.getAttribute("action") === action).indexOf(form)}`;
}

function valuesOf(form: HTMLFormElement): Value[] {
  return controlsOf(form).map((control) => {
    const { name, value } = control;
    return isChoice(control) ? { name, value, isChecked: control.checked } : { name, value };
  });
}

/** Fires the reader's events, so that the page's script follows. */
function restore(form: HTMLFormElement, values: Value[]): void {
  const left = [...values];
  for (const control of controlsOf(form)) {
    const at = left.findIndex(
      ({ name, value }) => name === control.name && (!isChoice(control) || value === control.value),
    );
    const [kept] = at < 0 ? [] : left.splice(at, 1);
    if (kept === undefined) continue;
    if (isChoice(control)) {
      if (control.checked !== kept.isChecked && (kept.isChecked || control.type === "checkbox")) control.click();
    } else if (control.value !== kept.value) {
      // React's own setter on the element would make it miss the change.
      Reflect.set(Object.getPrototypeOf(control), "value", kept.value, control);
      for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }
}

const SECRET = /password|one-time-code/;
const NOT_KEPT = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);

function controlsOf(form: HTMLFormElement): Control[] {
  const elements: unknown[] = [...form.elements];
  return elements
    .filter(isControl)
    .filter(({ name, type, autocomplete }) => name !== "" && !NOT_KEPT.has(type) && !SECRET.test(autocomplete));
}

function isControl(target: unknown): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return false;
  return isChoice(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}
