import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";

export function CalendarSection({ address }: { address: string | null }) {
  return (
    <Section title="カレンダー">
      <form className="card pad stack" method="post">
        <p className="muted">
          開催日と、お気に入りの馬が出るレース、その馬体重発表のめやすを、スマートフォンなどのカレンダーに表示できます。お気に入りの馬のレースは当日に入ります。
        </p>
        {address !== null && (
          <>
            <p>
              <code>{address}</code>
            </p>
            <p className="muted t13">
              カレンダーアプリの「URLで追加」や「照会カレンダー」に入れてください。このアドレスを知っている人は、ログインせずに見られます。作りなおすと、前のアドレスは使えなくなります。
            </p>
          </>
        )}
        <div className="btns">
          {address !== null && (
            <a className="btn" href={address.replace(/^https?:/, "webcal:")}>
              カレンダーに追加
            </a>
          )}
          <Button name="calendar" value="renew">
            {address === null ? "アドレスをつくる" : "作りなおす"}
          </Button>
          {address !== null && (
            <Button name="calendar" value="stop">
              やめる
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}
