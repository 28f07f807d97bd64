import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";

/** Where the user is logged in, the newest first, and the way out of each. */
export function SessionList({
  sessions,
}: {
  sessions: readonly { id: string; device: string; createdAt: number; isThis: boolean }[];
}) {
  return (
    <div id="sessions">
      <Section title="ログイン中の端末">
        <div className="card pad stack">
          <p>ログインは30日で終わります。心当たりのない端末があれば、ログアウトさせてパスワードを変えてください。</p>
          <ul className="stack" style={{ listStyle: "none", padding: 0 }}>
            {sessions.map(({ id, device, createdAt, isThis }) => (
              <li key={id} style={{ display: "flex", flexWrap: "wrap", gap: "4px 16px", alignItems: "center" }}>
                <span style={{ flex: "1 1 12em", minWidth: 0 }}>
                  <b>{device === "" ? "端末" : device}</b>
                  {isThis && "（この端末）"}
                  <br />
                  <small>
                    {monthAndDay(japanDay(createdAt))} {japanTime(createdAt)} にログイン
                  </small>
                </span>
                {!isThis && (
                  <form method="post" action="/settings/security">
                    <input type="hidden" name="session" value={id} />
                    <Button
                      name="do"
                      value="end-session"
                      aria-label={`${device === "" ? "端末" : device}をログアウトさせる`}
                    >
                      ログアウトさせる
                    </Button>
                  </form>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <form className="btns" method="post" action="/settings/security">
              <Button tone="danger" name="do" value="end-others">
                この端末のほかをすべてログアウト
              </Button>
            </form>
          )}
        </div>
      </Section>
    </div>
  );
}
