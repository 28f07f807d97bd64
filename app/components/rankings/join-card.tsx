export function JoinCard({ title, text, more }: { title: string; text: string; more: { to: string; label: string } }) {
  return (
    <section className="card pad stack">
      <h2 className="h18">{title}</h2>
      <p className="t14 muted">{text}</p>
      <div className="btns">
        <a className="btn primary" href="/signup">
          登録してつくる
        </a>
        <a className="btn" href={more.to}>
          {more.label}
        </a>
      </div>
    </section>
  );
}
