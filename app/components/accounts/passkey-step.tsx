import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { PasskeyCreation, PasskeyRequest } from "#app/domain/accounts/passkeys.ts";

/** Requests passkeys of the browser (public/passkey.js): shows what has `data-passkey`, and hides what has `data-no-passkey`. */
export const PASSKEY_SCRIPT = "/passkey.js";

interface Asking {
  action: string;
  /** The request to the browser. */
  asked: PasskeyRequest | PasskeyCreation;
  /** Sent with its answer. */
  fields: Record<string, string | undefined>;
  /** The answer to this form, if it was sent. */
  lastResult: SubmissionResult<string[]> | undefined;
  tone?: "primary" | "plain";
  button: string;
  children?: ReactNode;
}

/** A form whose only field is a passkey: hidden until the script knows that the browser has some. */
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

/** The second step by a passkey, with its script: on pages without the framework's. */
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

/** Whether an answer is that to {@link PasskeyWay}, and not to the form of the code. */
export function isPasskeyAnswer(lastResult: SubmissionResult<string[]> | undefined): boolean {
  return lastResult?.initialValue?.way === "passkey";
}
