/** The words for `?done=`, by which a form that redirects to a page says what it did; null for values without any. */
export function doneWords(words: Readonly<Partial<Record<string, string>>>, request: Request): string | null {
  const done = new URL(request.url).searchParams.get("done");
  return done !== null && Object.hasOwn(words, done) ? (words[done] ?? null) : null;
}
