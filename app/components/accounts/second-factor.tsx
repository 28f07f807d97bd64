import { Button } from "#app/components/parts/button.tsx";
import { Note, Section } from "#app/components/parts/parts.tsx";
import { CodeField, CurrentPasswordField } from "./security-fields.tsx";
import { type AnsweredForms, type SecurityFieldset, SecurityForm } from "./security-form.tsx";

interface Factor {
  isOn: boolean;
  codesLeft: number;
  setUp: { secret: string; address: string; code: { side: number; path: string } } | null;
}

/** With this number of codes left or fewer, the page suggests new ones. */
const FEW_CODES = 3;

type Answered = AnsweredForms<"begin" | "confirm" | "renew-codes" | "turn-off">;

/** Off, in setup, or on. Works without script. `codes` are new recovery codes, shown once. */
export function SecondFactor({
  factor,
  codes,
  ...answered
}: Answered & { factor: Factor; codes: readonly string[] | null }) {
  return (
    <div id="factor">
      {codes !== null && <NewCodes codes={codes} />}
      <Section title="2段階認証">
        {factor.isOn ? (
          <TurnedOn codesLeft={factor.codesLeft} {...answered} />
        ) : (
          <TurnedOff setUp={factor.setUp} {...answered} />
        )}
      </Section>
    </div>
  );
}

const passwordOf = ({ currentPassword }: SecurityFieldset) => <CurrentPasswordField meta={currentPassword} />;

const passwordAndCodeOf = (fields: SecurityFieldset) => (
  <>
    {passwordOf(fields)}
    <CodeField meta={fields.code} />
  </>
);

function TurnedOff({ setUp, ...answered }: Answered & { setUp: Factor["setUp"] }) {
  return (
    <>
      <SecurityForm
        {...answered}
        doing="begin"
        // An expired setup starts over.
        also={setUp === null ? ["confirm"] : []}
        fieldsOf={passwordOf}
        button={
          <Button tone={setUp === null ? "primary" : "plain"}>
            {setUp === null ? "設定をはじめる" : "キーを作りなおす"}
          </Button>
        }
      >
        <p>
          ログインのときに、パスワードのほかに認証アプリの6桁のコードも入力するようにします。パスワードが知られても、ログインされません。
        </p>
      </SecurityForm>
      {setUp !== null && <SetUp setUp={setUp} {...answered} />}
    </>
  );
}

function SetUp({ setUp, ...answered }: Answered & { setUp: NonNullable<Factor["setUp"]> }) {
  const { secret, address, code } = setUp;
  return (
    <SecurityForm
      {...answered}
      doing="confirm"
      fieldsOf={(fields) => (
        <>
          <CodeField meta={fields.code} isOfApp />
          {passwordOf(fields)}
        </>
      )}
      button={<Button tone="primary">2段階認証をオンにする</Button>}
    >
      <h3>認証アプリに登録する</h3>
      <p>はじめてから15分以内に、この端末で済ませてください。</p>
      <p>
        この端末にアプリがあれば <a href={address}>アプリを開く</a>{" "}
        で登録できます。ほかの端末のアプリでは、次のQRコードを読み取るか、キーを「手動で入力」で登録します。
      </p>
      <svg
        className="qr"
        viewBox={`0 0 ${code.side} ${code.side}`}
        role="img"
        aria-label="認証アプリで読み取るQRコード"
      >
        <path d={code.path} />
      </svg>
      <p className="mono" style={{ fontSize: "18px", letterSpacing: ".06em", overflowWrap: "anywhere" }}>
        {(secret.match(/.{1,4}/g) ?? []).join(" ")}
      </p>
    </SecurityForm>
  );
}

function TurnedOn({ codesLeft, ...answered }: Answered & { codesLeft: number }) {
  return (
    <>
      <SecurityForm
        {...answered}
        doing="renew-codes"
        fieldsOf={passwordAndCodeOf}
        button={<Button>回復コードを作りなおす</Button>}
      >
        <p>
          <b>オンです。</b>回復コードは残り{codesLeft}個です。
        </p>
        {codesLeft <= FEW_CODES && (
          <Note tone="warn">回復コードが少なくなっています。新しいコードを作ってください。</Note>
        )}
      </SecurityForm>
      <SecurityForm
        {...answered}
        doing="turn-off"
        fieldsOf={passwordAndCodeOf}
        button={<Button tone="danger">やめる</Button>}
      >
        <h3>2段階認証をやめる</h3>
      </SecurityForm>
    </>
  );
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="card pad stack" role="status">
      <h2>回復コード</h2>
      <p>
        <b>この画面でしか出ません。</b>
        紙に書くなどして、スマートフォンとは別に保管してください。アプリを使えないとき、1つで1回ログインできます。前の回復コードは使えません。
      </p>
      <ul className="mono" style={{ columns: "16em", fontSize: "16px", lineHeight: 2 }}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  );
}
