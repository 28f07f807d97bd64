import { Button } from "#app/components/parts/button.tsx";
import { Note, Section } from "#app/components/parts/parts.tsx";
import { CodeField } from "./code-field.tsx";

interface Factor {
  isOn: boolean;
  codesLeft: number;
  setUp: { secret: string; address: string; code: { side: number; path: string } } | null;
}

/** Few enough to make new ones. */
const FEW_CODES = 3;

/** The second factor: off, being set up, or on. All of it works without script. @param codes new recovery codes, this once */
export function SecondFactor({ factor, codes }: { factor: Factor; codes: readonly string[] | null }) {
  return (
    <div id="factor">
      {codes !== null && <NewCodes codes={codes} />}
      <Section title="2段階認証">
        {factor.isOn ? <TurnedOn codesLeft={factor.codesLeft} /> : <TurnedOff setUp={factor.setUp} />}
      </Section>
    </div>
  );
}

function TurnedOff({ setUp }: { setUp: Factor["setUp"] }) {
  return (
    <>
      <form className="card pad stack" method="post" action="/settings/security">
        <p>
          ログインのときに、パスワードのほかに認証アプリの6桁のコードも入力するようにします。パスワードが知られても、ログインされません。
        </p>
        <PasswordField id="begin-password" />
        <div className="btns">
          <Button tone={setUp === null ? "primary" : "plain"} name="do" value="begin">
            {setUp === null ? "設定をはじめる" : "キーを作りなおす"}
          </Button>
        </div>
      </form>
      {setUp !== null && <SetUp {...setUp} />}
    </>
  );
}

function SetUp({ secret, address, code: { side, path } }: NonNullable<Factor["setUp"]>) {
  return (
    <form className="card pad stack" method="post" action="/settings/security">
      <h3>認証アプリに登録する</h3>
      <p>
        この端末にアプリがあれば <a href={address}>アプリを開く</a>{" "}
        で登録できます。ほかの端末のアプリでは、次のQRコードを読み取るか、キーを「手動で入力」で登録します。
      </p>
      <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="認証アプリで読み取るQRコード">
        <path d={path} />
      </svg>
      <p className="mono" style={{ fontSize: "18px", letterSpacing: ".06em", overflowWrap: "anywhere" }}>
        {(secret.match(/.{1,4}/g) ?? []).join(" ")}
      </p>
      <CodeField id="confirm-code" isOfApp />
      <div className="btns">
        <Button tone="primary" name="do" value="confirm">
          2段階認証をオンにする
        </Button>
      </div>
    </form>
  );
}

function TurnedOn({ codesLeft }: { codesLeft: number }) {
  return (
    <>
      <form className="card pad stack" method="post" action="/settings/security">
        <p>
          <b>オンです。</b>回復コードは残り{codesLeft}個です。
        </p>
        {codesLeft <= FEW_CODES && (
          <Note tone="warn">回復コードが少なくなっています。新しいコードを作ってください。</Note>
        )}
        <CodeField id="renew-code" />
        <div className="btns">
          <Button name="do" value="renew-codes">
            回復コードを作りなおす
          </Button>
        </div>
      </form>
      <form className="card pad stack" method="post" action="/settings/security">
        <h3>2段階認証をやめる</h3>
        <PasswordField id="off-password" />
        <CodeField id="off-code" />
        <div className="btns">
          <Button tone="danger" name="do" value="turn-off">
            やめる
          </Button>
        </div>
      </form>
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

function PasswordField({ id }: { id: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>いまのパスワード</label>
      <input
        className="input"
        type="password"
        id={id}
        name="currentPassword"
        autoComplete="current-password"
        maxLength={200}
        required
      />
    </div>
  );
}
