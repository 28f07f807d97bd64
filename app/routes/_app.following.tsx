import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { formatNet } from "#app/components/own-records/record-words.ts";
import { Button } from "#app/components/parts/button.tsx";
import { DoneNote, EmptyState, Note, PageHead } from "#app/components/parts/parts.tsx";
import { publicModelPath } from "#app/components/sharing/shared-path.ts";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { FOLLOWS_MAX, type FollowedModel } from "#app/domain/views/public-model.ts";
import { followSchema } from "#app/forms/fans/own-entries.server.ts";
import { doneWords } from "#app/http/done-words.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "フォロー中", description: "フォロー中のAIモデルの、この1週間の成績です。" };
export { meta } from "#app/components/frame/page-meta.ts";

const DONE = { followed: "フォローしました", ended: "フォローをやめました" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  return { followed: await context.services.fans.listFollowing({ user }), done: doneWords(DONE, request) };
}

/** Also takes the form of a public model page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: followSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { code, follow } = submission.value;
  const result = await context.services.fans.setFollow({ user, code, isFollowed: follow });
  if (result.kind === "saved") return redirect(`/following?done=${follow ? "followed" : "ended"}`, 303);
  return refuseForm(submission, result, {
    "not-found": { status: 404, form: "このモデルは公開されていません" },
    "too-many-follows": {
      status: 400,
      form: `フォローできるのは${FOLLOWS_MAX}モデルまでです。ほかのモデルを外すと、また加えられます。`,
    },
    "too-many": { status: 429, form: tooManySaves },
  });
}

export default function FollowingPage() {
  const { followed, done } = useLoaderData<typeof loader>();
  const [failure] = useActionData<typeof action>()?.error?.[""] ?? [];
  return (
    <>
      {failure === undefined ? <DoneNote>{done}</DoneNote> : <Note tone="danger">{failure}</Note>}
      <PageHead title="フォロー中のモデル" />
      {followed.length === 0 ? (
        <EmptyState action={{ to: "/rankings/season", label: "年間ランキングを見る" }}>
          公開されているモデルのページから、{FOLLOWS_MAX}モデルまでフォローできます。
        </EmptyState>
      ) : (
        <ul className="card list clip">
          {followed.map((model) => (
            <li key={model.code} className="row wrap pad">
              <FollowedWords {...model} />
              <Form method="post">
                <input type="hidden" name="code" value={model.code} />
                <Button name="follow" value="no">
                  外す<span className="sr">（{model.shown?.modelName ?? "公開していないモデル"}）</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <p className="t12 faint">
        成績は今日までの7日間。発走前に記録した◎と、単勝を毎レース2点買った場合です。1週間の数字は運で大きく動きます。結果のお知らせは、
        <a href="/settings/notices">お知らせの設定</a>の「レースの結果」で受け取れます。
      </p>
    </>
  );
}

function FollowedWords({ code, shown }: FollowedModel) {
  if (shown === null) return <span className="grow muted">公開していないモデル</span>;
  const { modelName, userName, races, wins, netYen } = shown;
  return (
    <p className="grow">
      <a className="tapl" href={publicModelPath(code)}>
        <b>{modelName}</b>
      </a>
      <br />
      <small className="muted">
        {userName}　{races === 0 ? "結果はまだありません" : `◎の1着 ${wins}/${races}R　単勝 ${formatNet(netYen)}円`}
      </small>
    </p>
  );
}
