import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form } from "@remix-run/react";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { PageHead } from "#app/components/parts/parts.tsx";

export const handle: PageHandle = { title: "すべての端末でログアウト", back: "/settings" };
export const meta: MetaFunction = (args) => pageMeta(args, { title: "すべての端末でログアウト" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { auth } = context.services;
  const token = context.sessionToken(request);
  const user = token === null ? await context.requireUser(request) : await auth.findSessionUser({ token });
  // Null for a form submitted twice: the first submission ended this session too.
  if (user !== null) await auth.signOutEverywhere({ user });
  return redirect("/login?done=everywhere", { status: 303, headers: { "Set-Cookie": context.sessionCookie(null) } });
}

export default function LogOutEverywherePage() {
  return (
    <div className="narrow">
      <PageHead title="すべての端末でログアウトしますか？" />
      <Form className="card pad stack loose" method="post" action="/settings/logout" reloadDocument>
        <p>
          この端末を含め、ログイン中のすべての端末とアプリからログアウトします。もう一度使うにはログインが必要です。
        </p>
        <div className="btns">
          <LinkButton to="/settings">やめる</LinkButton>
          <Button tone="danger">ログアウトする</Button>
        </div>
      </Form>
    </div>
  );
}
