import { expect, test } from "vitest";
import { MESSAGES } from "#app/forms/messages.ts";
import { TICKET_MESSAGES } from "#app/forms/own-records/own-ticket-words.ts";
import { ownTicketSchema } from "#app/forms/own-records/own-tickets.server.ts";
import { formData, parseForm } from "#test/unit/support/parse-form.ts";

const errorsOf = (fields: Record<string, string>) => parseForm(ownTicketSchema, formData(Object.entries(fields)));

test("whatever is sent, the page's own words refuse it", () => {
  for (const fields of [{}, { do: "buy" }]) expect(errorsOf(fields as never)).toEqual({ do: MESSAGES.unknownChoice });
  expect(errorsOf({ do: "change", id: "x", yen: "1e3" })).toEqual({
    ...{ id: MESSAGES.unknownChoice, yen: TICKET_MESSAGES.yen },
  });
  expect(errorsOf({ do: "import" })).toEqual({ file: TICKET_MESSAGES.noFile });
});
