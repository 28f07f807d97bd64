import { expect, test } from "vitest";
import { entryFormSchema } from "#app/forms/fans/own-entries.server.ts";
import { formData, parseForm } from "#test/unit/support/parse-form.ts";

const send = (fields: Record<string, string>) =>
  parseForm(entryFormSchema, formData(Object.entries({ parts: "mark-note", horse_id: "h1", view: "list", ...fields })));

test("a form is about a mark, a note or both; what is empty is none, what is left out stays", () => {
  const horse = { horseId: "h1", row: "h" };
  expect(send({ mark: "rival", note: "末脚" })).toEqual({ ...horse, mark: "rival", note: "末脚" });
  expect(send({ mark: "", note: "" })).toEqual({ ...horse, mark: null, note: "" });
  expect(send({ parts: "mark", mark: "dropped" })).toEqual({ ...horse, mark: "dropped", note: undefined });
  expect(send({ parts: "note", mark: "rival", note: "" })).toEqual({ ...horse, mark: undefined, note: "" });
  expect(send({ view: "table" })).toEqual({ ...horse, row: "t", mark: null, note: "" });
});

test("a note has two hundred code points, without what turns text around, and keeps its lines", () => {
  const told = "200文字以内にしてください";
  expect(send({ note: "🐎".repeat(200) })).toMatchObject({ note: "🐎".repeat(200) });
  expect(send({ note: "あ".repeat(201) })).toEqual({ note: told });
  expect(send({ note: ` ${"あ".repeat(200)}\r\n` })).toMatchObject({ note: "あ".repeat(200) });
  expect(send({ note: "前\r\n後\u202e\u2067\u0007" })).toMatchObject({ note: "前\n後" });
  expect(send({ note: "か\u3099" })).toMatchObject({ note: "が" });
});

test("unknown marks and parts are refused", () => {
  const told = "選んだ項目が見つかりません。もう一度選んでください。";
  expect(send({ mark: "◎" })).toEqual({ mark: told });
  expect(send({ parts: "all" })).toEqual({ parts: told });
});
