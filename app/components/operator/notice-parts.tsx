import { Button } from "#app/components/parts/button.tsx";
import { SITE_NOTICE_KINDS, SITE_NOTICE_MAX, type SiteNotice } from "#app/domain/operations/site-notice.ts";
import { formatInstant } from "./operator-words.ts";
import { ReasonField } from "./reason-field.tsx";

/** The notice that stands, with the way to its page. */
export function NoticeCard({ notice }: { notice: SiteNotice | null }) {
  return (
    <section className="card pad stack" id="notice">
      <div className="head">
        <h3>利用者へのお知らせ</h3>
        <a href="/admin/notice">{notice === null ? "出す" : "変える"}</a>
      </div>
      <NoticeState notice={notice} />
    </section>
  );
}

export function NoticeState({ notice }: { notice: SiteNotice | null }) {
  if (notice === null) return <p className="t13 muted">いまは出していません。</p>;
  return (
    <p>
      <b>{SITE_NOTICE_KINDS[notice.kind]}</b>　{notice.text}
      <br />
      <small className="muted">{formatInstant(notice.until)} に自動で終わります</small>
    </p>
  );
}

/** Sets another notice. @param until as the field takes it, in Japan */
export function NoticeForm({ notice, until }: { notice: SiteNotice | null; until: string }) {
  return (
    <form className="card pad stack" method="post" action="/admin/notice">
      <h2>{notice === null ? "お知らせを出す" : "お知らせを替える"}</h2>
      <fieldset className="field">
        <legend>種類</legend>
        <div className="row wrap kinds">
          {Object.entries(SITE_NOTICE_KINDS).map(([kind, name]) => (
            <label className="check" key={kind}>
              <input
                type="radio"
                name="kind"
                value={kind}
                defaultChecked={kind === (notice?.kind ?? "trouble")}
                required
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label htmlFor="text">文（{SITE_NOTICE_MAX}字まで）</label>
        <p className="hint" id="text-hint">
          何ができないか、いつごろ直るか、待てばよいのかを書きます
        </p>
        <textarea
          className="input"
          id="text"
          name="text"
          rows={3}
          maxLength={SITE_NOTICE_MAX}
          defaultValue={notice?.text}
          aria-describedby="text-hint"
          required
        />
      </div>
      <div className="field">
        <label htmlFor="until">終わり（日本時間。14日後まで）</label>
        <input className="input" type="datetime-local" id="until" name="until" defaultValue={until} required />
      </div>
      <ReasonField id="notice-reason" />
      <div className="btns">
        <Button tone="primary" name="do" value="set">
          すべてのページに出す
        </Button>
      </div>
    </form>
  );
}

export function EndNoticeForm() {
  return (
    <form className="card pad stack" method="post" action="/admin/notice">
      <h2>いま終える</h2>
      <ReasonField id="end-reason" />
      <div className="btns">
        <Button tone="danger" name="do" value="end">
          お知らせを終える
        </Button>
      </div>
    </form>
  );
}
