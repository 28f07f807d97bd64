import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Logo } from "./logo.tsx";

/** What the frame of a logged-in page shows of its user. */
export interface Viewer {
  name: string;
  planName: string;
  notices: NoticeItem[];
}

/** One line under the bell. */
export interface NoticeItem {
  kind: "model" | "analysis";
  to: string;
  /** What it is about: a model's name, a race. */
  subject: string;
  /** 3分前. */
  ago: string;
}

const PLACES: readonly { to: string; label: string; icon: IconName }[] = [
  { to: "/home", label: "ホーム", icon: "home" },
  { to: "/models", label: "AIモデル", icon: "model" },
  { to: "/analyses", label: "分析結果", icon: "list" },
  { to: "/races", label: "レース", icon: "flag" },
];

const NOTICE_WORDS = {
  model: { tag: "モデル", text: "AIモデル作成が完了しました" },
  analysis: { tag: "分析", text: "分析が完了しました。結果を見てみましょう" },
} as const;

/** Frame of the logged-in pages. `title` is the page's h1; `back` (a parent path) replaces the logo on phones. */
export function AppShell({
  viewer,
  title,
  back,
  hasTabs = true,
  children,
}: {
  viewer: Viewer;
  title: string;
  back?: string;
  /** False where a dock takes the place of the tab bar (model create). */
  hasTabs?: boolean;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  return (
    <div className="shell">
      <header className="bar">
        <div className="bar-in">
          {back === undefined ? (
            <>
              <Logo to="/home" />
              <h1 className="sr">{title}</h1>
              <span className="grow" />
            </>
          ) : (
            <>
              <Link className="icon-btn back" to={back} aria-label="戻る">
                <Icon name="back" />
              </Link>
              <Logo to="/home" className="in" />
              <h1>{title}</h1>
            </>
          )}
          <Bell key={`bell ${pathname}`} notices={viewer.notices} />
          <Menu key={`menu ${pathname}`} viewer={viewer} />
        </div>
      </header>
      <nav className="side" aria-label="メイン">
        <Places pathname={pathname} />
      </nav>
      <main id="main">{children}</main>
      <Footer />
      {hasTabs && (
        <nav className="tabs" aria-label="メイン（下部）">
          <Places pathname={pathname} />
        </nav>
      )}
    </div>
  );
}

function Places({ pathname }: { pathname: string }) {
  return PLACES.map((place) => {
    const isHere = pathname === place.to;
    const isInside = pathname.startsWith(`${place.to}/`);
    return (
      <Link key={place.to} to={place.to} aria-current={isHere ? "page" : isInside ? "true" : undefined}>
        <Icon name={place.icon} />
        {place.label}
      </Link>
    );
  });
}

/** Count from 1 to 9, from 10 on "!", none at 0 (spec §9). */
function Bell({ notices }: { notices: NoticeItem[] }) {
  const count = notices.length;
  return (
    <details className="pop" name="bar">
      <summary className="icon-btn" aria-label={count === 0 ? "お知らせ" : `お知らせ ${count}件`}>
        <Icon name="bell" />
        {count > 0 && <span className="badge">{count < 10 ? count : "!"}</span>}
      </summary>
      <div className="card">
        <p className="pop-head">
          <b>お知らせ</b>
        </p>
        {count === 0 ? (
          <p className="pop-none">通知がありません</p>
        ) : (
          <ul className="list t14">
            {notices.map((notice) => (
              <li key={`${notice.kind} ${notice.to} ${notice.subject}`}>
                <Link to={notice.to}>
                  <span className="tag turf">
                    <Icon name="check" />
                    {NOTICE_WORDS[notice.kind].tag}
                  </span>
                  <span className="grow">
                    {NOTICE_WORDS[notice.kind].text}
                    <br />
                    <small className="faint">
                      {notice.subject}・{notice.ago}
                    </small>
                  </span>
                  <Icon name="next" className="go" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function Menu({ viewer }: { viewer: Viewer }) {
  return (
    <details className="pop" name="bar">
      <summary className="icon-btn" aria-label="メニュー">
        <Icon name="menu" />
      </summary>
      <div className="card">
        <ul className="list t14">
          <li>
            <div className="li">
              <Icon name="person" />
              <span className="grow cut">{viewer.name}</span>
              <span className="tag">{viewer.planName}</span>
            </div>
          </li>
          <li>
            <form method="post" action="/logout">
              <button className="li" type="submit">
                <Icon name="exit" />
                <span className="grow">ログアウト</span>
              </button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  );
}
