import particulars from "./operator-particulars.json";

type Particular = keyof typeof particulars;

/**
 * Particulars that the law requires on the legal pages. `hours`: when phone and mail are answered, `court`: for
 * disputes, `logDays`: retention of access logs, `signUpList`: keeper of the list for sign-up notices.
 */
export type Operator = Readonly<Record<Particular, string>>;

const ROWS = Object.entries(particulars) as [Particular, (typeof particulars)[Particular]][];

/** Environment variables; if unset or blank, operator-particulars.json applies. */
export const OPERATOR_VARIABLES: readonly string[] = ROWS.map(([, { variable }]) => variable);

export function readOperator(environment: Readonly<Record<string, unknown>>): Operator {
  const values = ROWS.map(([name, { variable, value }]) => [name, given(environment, variable) ?? value]);
  return Object.fromEntries(values) as Record<Particular, string>;
}

/** Unset variables, shown as placeholders. */
export function findPlaceholders(environment: Readonly<Record<string, unknown>>): string[] {
  return ROWS.flatMap(([, { variable, isPlaceholder }]) =>
    isPlaceholder && given(environment, variable) === null ? [variable] : [],
  );
}

function given(environment: Readonly<Record<string, unknown>>, variable: string): string | null {
  const value = environment[variable];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
