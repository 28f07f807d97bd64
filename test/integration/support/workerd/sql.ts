/** A statement with its values in place, such as sql(d1)`delete from users where id = ${id}`. */
export function sql(d1: D1Database) {
  return (texts: TemplateStringsArray, ...values: unknown[]) => d1.prepare(texts.join("?")).bind(...values);
}
