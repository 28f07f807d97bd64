/** The words for `?done=`, with which a form reports success after its redirect; null for unknown values. */
export function doneWords(words: Readonly<Partial<Record<string, string>>>, request: Request): string | null {
  const done = new URL(request.url).searchParams.get("done");
  return done !== null && Object.hasOwn(words, done) ? (words[done] ?? null) : null;
}
