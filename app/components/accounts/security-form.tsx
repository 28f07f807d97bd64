import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import type { SecurityFields } from "#app/forms/accounts/second-factor.server.ts";

export interface AnsweredForms<Doing extends string> {
  constraints: Record<Doing, ReturnType<typeof getZodConstraint>>;
  lastResult: SubmissionResult<string[]> | undefined;
}

export type SecurityFieldset = ReturnType<typeof useForm<SecurityFields & { do: string }>>[1];

/** A form of the page about security. `also` lists forms that are no longer shown; this form shows their answers. */
export function SecurityForm<Doing extends string>({
  doing,
  also = [],
  part = "",
  fieldsOf,
  button,
  children,
  constraints,
  lastResult,
}: AnsweredForms<Doing> & {
  doing: Doing;
  also?: readonly string[];
  /** Fragment of the address, so that the answer is shown at this part. */
  part?: "" | "#passkeys" | "#sessions";
  fieldsOf(fields: SecurityFieldset): ReactNode;
  button: ReactNode;
  children: ReactNode;
}) {
  const [form, fields] = useForm<SecurityFields & { do: string }>({
    id: doing,
    lastResult: [doing, ...also].some((name) => name === lastResult?.initialValue?.do) ? lastResult : undefined,
    constraint: constraints[doing],
  });
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action={`/settings/security${part}`}>
      {children}
      <FormErrors form={form} />
      <HiddenField meta={fields.do} value={doing} />
      {fieldsOf(fields)}
      <div className="btns">{button}</div>
    </form>
  );
}
