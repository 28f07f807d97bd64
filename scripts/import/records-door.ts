import type { Input } from "./inputs/find-inputs.ts";
import { ImportRefusal } from "./refusal.ts";

/**
 * How JV-Data and NV-Data records reach the site. Everything before knows of records only that they are some, so that
 * this is the one place to change once the site reads them.
 *
 * @throws ImportRefusal as long as it does not
 */
export function refuseRecords(inputs: readonly Input[]): void {
  const [first] = inputs.filter(({ content }) => content.kind === "records");
  if (first !== undefined) throw new ImportRefusal(`${first.name}: JV-Data records cannot be imported yet`);
}
