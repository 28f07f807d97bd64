import { type FieldMetadata, type FormMetadata, getFormProps, getInputProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { formatDay, formatMonthDay } from "#app/components/parts/numbers.ts";
import { Fact, Note, Tag } from "#app/components/parts/parts.tsx";
import { japanTime } from "#app/domain/racing/japan-time.ts";
import type { VerifyForm } from "#app/forms/seal/verify.server.ts";

interface RecentDay {
  date: string;
  root: string;
  count: number;
  lastAt: number;
  isClosed: boolean;
}

/** Heads of a day that a copy received late. */
interface LateCopy {
  date: string;
  copy: number;
  heads: number;
  seconds: number;
  isWaiting: boolean;
}

const STEPS = [
  ["封をする", "分析したときに、モデル・使った数字・確率・印・時刻から64文字の「封」をつくります。"],
  ["つなぐ", "封を2つずつ合わせていき、最後の1つを「ルート」と呼びます。前の日のルートも材料に入れます。"],
  [
    "外に置く",
    "新しい封があればおそくとも5分ごと、発走の前にはかならず、ルートを外部の2か所に置きます。発走前に置いたことの証拠になります。",
  ],
  ["確かめる", "共有ページの「証明ファイル」と、1つのプログラムだけで、通信せずに確かめられます。"],
] as const;

/** As public/verify.mjs prints it. */
const SAMPLE_RUN = `$ node verify.mjs Kx7mQ2pD.json roots.json
一致しました。記録 2026-11-22T14:33:08+09:00、ルート 2026-11-22T14:35:00+09:00、発走 2026-11-22T15:35:00+09:00
レース 20261122-08-11、印 3 7 12 14 5
2026-11-22の最後のルート e2be6d7f…a72581 を外部の写しとくらべてください。`;

const CONTENTS = [
  [
    "入るもの",
    "レースの番号、モデルとその版、計算に使った数字の版、全頭の指数と確率、印、記録した時刻、推測を防ぐランダムな32文字",
  ],
  ["入らないもの", "作成した人の名前、メールアドレス、モデルの名前、選んだ項目の名前"],
  ["消した分析", "封と結果だけ残ります。中身は消えます。数だけは減らせません"],
  ["発走後の分析", "その日のうちなら封をしますが、「発走後」と分かるようにし、成績には数えません"],
  [
    "ランキング",
    "前の日までに完成したモデルを、サイトが全レースで採点します。分析をしたかどうかも、封の時刻も、順位を動かしません",
  ],
  ["発走時刻の変更", "実際の発走時刻でくらべます"],
] as const;

interface Check {
  code: string;
  result: ReactNode;
  fileResult: ReactNode;
  form: FormMetadata<VerifyForm>;
  fields: { file: FieldMetadata<File | undefined>; text: FieldMetadata<string | undefined> };
}

interface Recent {
  days: readonly RecentDay[];
  witnesses: readonly string[];
  late: readonly LateCopy[];
}

/** Checks a seal: a code by its address, a file by the form. */
export function VerifyPage({
  recent,
  script,
  contactUrl,
  ...check
}: Check & {
  recent: Recent;
  /** Text of /verify.mjs. */
  script: string;
  contactUrl: string | null;
}) {
  return (
    <>
      <div className="stack">
        <h1 className="lead">記録の証明</h1>
        <p className="verdict">
          <span className="keep">「発走前に出した」を、</span>
          <span className="keep">信じなくても確かめられます。</span>
        </p>
        <p className="t14 muted">
          分析の中身を発走前に封じ、封をまとめた文字列（ルート）をサイトの外にも置いています。1文字でも変えたり、消したり、あとから足したりすると、ルートが合わなくなります。
        </p>
      </div>
      <ol className="steps4">
        {STEPS.map(([title, text]) => (
          <li key={title} className="card">
            <b>{title}</b>
            <span className="muted">{text}</span>
          </li>
        ))}
      </ol>
      <div className="duo">
        <CheckOne {...check} />
        <SealContents />
      </div>
      {recent.days.length > 0 && <RecentRoots {...recent} />}
      <div className="duo">
        <CheckingProgram script={script} />
        <HowToRun recent={recent} contactUrl={contactUrl} />
      </div>
    </>
  );
}

function CheckOne({ code, result, fileResult, form, fields }: Check) {
  return (
    <section className="card pad stack">
      <h2>1件を確かめる</h2>
      <form className="stack" method="get" action="/verify">
        <div className="field">
          <label htmlFor="code">共有ページの番号か、封の64文字</label>
          <div className="line2">
            <input
              className="input"
              id="code"
              name="code"
              defaultValue={code}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              required
              maxLength={64}
            />
            <Button tone="primary">番号で確かめる</Button>
          </div>
          <span className="hint">番号は、共有ページの「記録の証明」にあります</span>
        </div>
      </form>
      {result}
      <form {...getFormProps(form)} className="stack" method="post" action="/verify" encType="multipart/form-data">
        <FormErrors form={form} />
        <div className="field">
          <label htmlFor={fields.file.id}>証明ファイルを選ぶ</label>
          <input {...getInputProps(fields.file, { type: "file" })} className="input" accept=".json,application/json" />
        </div>
        <TextField meta={fields.text} label="または、中身を貼り付ける" rows={3} spellCheck={false} autoComplete="off" />
        <Button>ファイルを確かめる</Button>
      </form>
      {fileResult}
    </section>
  );
}

function SealContents() {
  return (
    <section className="card pad stack">
      <h2>封に入るもの、入らないもの</h2>
      <dl className="kv">
        {CONTENTS.map(([term, text]) => (
          <Fact key={term} name={term}>
            {text}
          </Fact>
        ))}
      </dl>
      <Note>証明できるのは「発走前に、この中身で出した」ことだけです。当たることは証明しません。</Note>
    </section>
  );
}

function CheckingProgram({ script }: { script: string }) {
  return (
    <section className="card pad stack">
      <h2>確かめるプログラム</h2>
      <p className="t13 muted">
        Node.jsだけで動き、通信はしません。証明ファイルと、写しから保存したroots.jsonを渡します。
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <pre className="code" tabIndex={0}>
        {script}
      </pre>
      <div className="btns">
        <a className="btn" href="/verify.mjs" download>
          verify.mjs
        </a>
        <a className="btn" href="/roots.json">
          roots.json
        </a>
      </div>
    </section>
  );
}

function HowToRun({ recent, contactUrl }: { recent: Recent; contactUrl: string | null }) {
  return (
    <section className="card pad stack">
      <h2>動かしかた</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard */}
      <pre className="code" tabIndex={0}>
        {SAMPLE_RUN}
      </pre>
      <h3>合わなかったとき</h3>
      <p className="t13 muted">
        証明ファイルを開いて保存しなおすと、文字の並びが変わって合わなくなることがあります。もう一度保存しても合わないときは、番号を添えて
        {contactUrl === null ? "お知らせください" : <a href={contactUrl}>お知らせください</a>}。
      </p>
      {recent.days.length > 0 && <Corrections days={recent.days.length} late={recent.late} />}
      <h3>毎日のルートをメールで</h3>
      <p className="t13 muted">
        ログインすると、<a href="/settings/notices">お知らせの設定</a>で、その日のルートを翌日に受け取れます。
      </p>
    </section>
  );
}

function Corrections({ days, late }: { days: number; late: readonly LateCopy[] }) {
  return (
    <>
      <h3>これまでの訂正</h3>
      <p className="t13 muted">
        公開したルートは、あとから変えません。結果が訂正されたときは、封はそのままで、成績だけを採点し直します。
        {late.length === 0 && `最近${days}日の訂正と、写しのおくれはありません。`}
      </p>
      {late.length > 0 && (
        <ul className="stack t13 muted">
          {late.map(({ date, copy, heads, seconds, isWaiting }) => (
            <li key={`${date} ${copy}`}>
              <span className="nb">{formatDay(date)}</span>　外部の写し{copy}に、{heads.toLocaleString("ja-JP")}
              件のルートが
              {isWaiting ? "まだ届いていません" : `最長${Math.ceil(seconds / 60)}分おくれて届きました`}
              。ルートは変わっていません。
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function RecentRoots({ days, witnesses }: { days: readonly RecentDay[]; witnesses: readonly string[] }) {
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2>最近のルート</h2>
        <p className="t13 muted">
          その日の最後の1つを「その日のルート」とします。外部の写しとくらべてください。
          {witnesses.map((witness, index) => (
            <span key={witness} className="keep">
              {index > 0 && "・"}
              <a href={witness} rel="noreferrer">
                写し{index + 1}
              </a>
            </span>
          ))}
        </p>
      </div>
      <ul className="roots">
        {days.map(({ date, root, count, lastAt, isClosed }) => (
          <li key={date}>
            <b>{formatMonthDay(date)}</b>
            <span className="mono">{root}</span>
            <span className="n">
              {!isClosed && <span className="keep">{japanTime(lastAt)}時点 </span>}
              <span className="keep">{count.toLocaleString("ja-JP")}件</span>
              {"　"}
              {isClosed ? (
                <Tag tone="turf" icon="check">
                  完了
                </Tag>
              ) : (
                <Tag tone="info">途中</Tag>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
