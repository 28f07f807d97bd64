import particulars from "./operator-particulars.json";

type Particular = keyof typeof particulars;

/**
 * Who runs the site: the particulars that law and readers ask for, on the legal pages. `hours` are when phone and mail are
 * answered, `court` hears disputes, `logDays` is how long access logs are kept, `signUpList` keeps the list that the
 * sign-up notice may be sent to.
 */
export type Operator = Readonly<Record<Particular, string>>;

const ROWS = Object.entries(particulars) as [Particular, (typeof particulars)[Particular]][];

/** Environment variables that fill the particulars in; unset or blank ones leave the value of operator-particulars.json. */
export const OPERATOR_VARIABLES: readonly string[] = ROWS.map(([, { variable }]) => variable);

export function readOperator(environment: Readonly<Record<string, unknown>>): Operator {
  const values = ROWS.map(([name, { variable, value }]) => [name, given(environment, variable) ?? value]);
  return Object.fromEntries(values) as Record<Particular, string>;
}

/** Variables whose placeholder a reader of the legal pages still sees. */
export function findPlaceholders(environment: Readonly<Record<string, unknown>>): string[] {
  return ROWS.flatMap(([, { variable, isPlaceholder }]) =>
    isPlaceholder && given(environment, variable) === null ? [variable] : [],
  );
}

function given(environment: Readonly<Record<string, unknown>>, variable: string): string | null {
  const value = environment[variable];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
