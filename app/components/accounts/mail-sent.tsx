import { Note } from "#app/components/parts/parts.tsx";

/** Body of a page whose mail is on its way: what to do, and the way to send it once more. */
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
