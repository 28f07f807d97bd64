import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { PasskeyCreation, PasskeyRequest } from "#app/domain/accounts/passkeys.ts";

/**
 * Calls the browser's passkey API (public/passkey.js). Shows elements with `data-passkey` and hides those with
 * `data-no-passkey`.
 */
export const PASSKEY_SCRIPT = "/passkey.js";

interface Asking {
  action: string;
  asked: PasskeyRequest | PasskeyCreation;
  /** Sent with the answer. */
  fields: Record<string, string | undefined>;
  lastResult: SubmissionResult<string[]> | undefined;
  tone?: "primary" | "plain";
  button: string;
  children?: ReactNode;
}

/** Hidden until the script has found that the browser supports passkeys. */
export function PasskeyStep({ action, asked, fields, lastResult, tone, button, children }: Asking) {
  const [form] = useForm({ id: "passkey-step", lastResult });
  return (
    <div hidden data-passkey={JSON.stringify(asked)}>
      <form {...getFormProps(form)} className="card pad stack" action={action} method="post">
        {children}
        <FormErrors form={form} />
        {Object.entries(fields).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="answer" />
        <Button tone={tone} size="big" full>
          {button}
        </Button>
        <p role="alert" data-said hidden />
      </form>
    </div>
  );
}

/** The second step by a passkey, with its script, for pages without framework script. */
export function PasskeyWay({ lastResult, fields, ...asking }: Omit<Asking, "tone" | "button" | "children">) {
  return (
    <>
      <PasskeyStep
        {...asking}
        fields={{ way: "passkey", ...fields }}
        lastResult={isPasskeyAnswer(lastResult) ? lastResult : undefined}
        button="パスキーで確認する"
      />
      <script type="module" src={PASSKEY_SCRIPT} />
    </>
  );
}

export function isPasskeyAnswer(lastResult: SubmissionResult<string[]> | undefined): boolean {
  return lastResult?.initialValue?.way === "passkey";
}
