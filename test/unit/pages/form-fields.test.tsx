import { getFormProps, useForm } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Checkbox, Field } from "#app/components/fields/field.tsx";
import { type SignUpForm, signUpFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { formData } from "#test/unit/support/parse-form.ts";

/** A form as a page without script shows it: empty, or with the answer to these entries. */
function draw(entries?: readonly (readonly [string, string])[]): string {
  const submission = entries && parseWithZod(formData(entries), { schema: signUpFormSchema });
  function Page() {
    const [form, fields] = useForm<SignUpForm>({
      id: "x",
      lastResult: submission?.reply({ hideFields: ["password"] }),
      constraint: getZodConstraint(signUpFormSchema),
      defaultValue: { name: "以前の名前" },
    });
    return (
      <form {...getFormProps(form)}>
        <Field meta={fields.name} label="名前" hint="公開されます" />
        <Field meta={fields.password} label="パスワード" type="password" />
        <Checkbox meta={fields.terms}>同意します</Checkbox>
      </form>
    );
  }
  return renderToStaticMarkup(<Page />);
}

const inputs = (html: string) => html.match(/<input[^>]*>/g) ?? [];

test("a field has its name, label, hint, default and requirement from the form", () => {
  const html = draw();
  const [name, password, terms] = inputs(html);
  expect(html).toContain('<label for="x-name">名前</label>');
  expect(html).toContain('<span class="hint" id="x-name-description">公開されます</span>');
  for (const part of ['name="name"', 'required=""', 'aria-describedby="x-name-description"', 'value="以前の名前"']) {
    expect(name).toContain(part);
  }
  expect(password).toContain('type="password"');
  expect(terms).toContain('name="terms"');
  expect(html).not.toMatch(/aria-invalid|autofocus|class="err"/);
});

test("a refused form marks what is wrong, gives it the focus without script, and keeps what was typed but no password", () => {
  const html = draw([
    ["name", ""],
    ["password", "secret"],
    ["terms", "on"],
  ]);
  const [name, password, terms] = inputs(html);
  expect(name).toMatch(/ aria-invalid="true" aria-describedby="x-name-error x-name-description"/);
  expect(name).toMatch(/ autofocus=""/i);
  expect(name).not.toContain("以前の名前");
  expect(html).toMatch(/<p class="err" id="x-name-error">.*?必須項目です<\/p>/);
  expect(password).toContain('aria-describedby="x-password-error"');
  expect(html).toContain("パスワードは8文字以上にしてください");
  expect(html).not.toContain("secret");
  expect(terms).toContain('checked=""');
  expect(terms).not.toContain("aria-invalid");
});
