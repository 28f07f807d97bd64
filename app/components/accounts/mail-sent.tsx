import { Note } from "#app/components/parts/parts.tsx";

export function MailSent({ title, text, againTo }: { title: string; text: string; againTo: string }) {
  return (
    <div className="narrow">
      <h1>{title}</h1>
      <Note tone="turf" icon="mail">
        {text}
      </Note>
      <p className="t13 muted">
        届かないときは、迷惑メールのフォルダーとアドレスの間違いを確かめ、
        <a href={againTo}>もう一度送って</a>ください。
      </p>
    </div>
  );
}

/** Replaces the page of an invalid link for a client that has tried too many codes. */
export function TooManyCodes({ title, text }: { title: string; text: readonly string[] }) {
  return (
    <div className="narrow">
      <h1>{title}</h1>
      <Note tone="danger">{text}</Note>
    </div>
  );
}
