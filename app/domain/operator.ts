import particulars from "./operator-particulars.json";

type Particular = keyof typeof particulars;

/**
 * The operator's particulars that the law requires on the legal pages. `hours`: when phone and mail are answered,
 * `court`: for disputes, `logDays`: how long access logs are kept, `signUpList`: who keeps the list that sign-up
 * notices may be sent to.
 */
export type Operator = Readonly<Record<Particular, string>>;

const ROWS = Object.entries(particulars) as [Particular, (typeof particulars)[Particular]][];

/** Environment variables for the particulars; if unset or blank, the value in operator-particulars.json is used. */
export const OPERATOR_VARIABLES: readonly string[] = ROWS.map(([, { variable }]) => variable);

export function readOperator(environment: Readonly<Record<string, unknown>>): Operator {
  const values = ROWS.map(([name, { variable, value }]) => [name, given(environment, variable) ?? value]);
  return Object.fromEntries(values) as Record<Particular, string>;
}

/** Variables that are unset, so that the legal pages show their placeholder. */
export function findPlaceholders(environment: Readonly<Record<string, unknown>>): string[] {
  return ROWS.flatMap(([, { variable, isPlaceholder }]) =>
    isPlaceholder && given(environment, variable) === null ? [variable] : [],
  );
}

function given(environment: Readonly<Record<string, unknown>>, variable: string): string | null {
  const value = environment[variable];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
