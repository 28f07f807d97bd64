import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Logo } from "#app/components/frame/logo.tsx";
import { Icon, type IconName } from "#app/components/parts/icon.tsx";

const PLACES: readonly { to: string; label: string; icon: IconName }[] = [
  { to: "/admin", label: "状態", icon: "shield" },
  { to: "/admin/imports", label: "取り込み", icon: "calendar" },
  { to: "/admin#jobs", label: "ジョブ", icon: "clock" },
  { to: "/admin/users", label: "利用者", icon: "person" },
  { to: "/admin/log", label: "操作の記録", icon: "list" },
];

export function OperatorShell({
  staffName,
  title,
  children,
}: {
  staffName: string;
  title: string;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const isPlace = PLACES.some(({ to }) => to === pathname);
  return (
    <div className="shell ops">
      <header className="bar">
        <div className="bar-in">
          {!isPlace && (
            <a
              className="icon-btn back"
              href={pathname.startsWith("/admin/imports/") ? "/admin/imports" : "/admin"}
              aria-label="戻る"
            >
              <Icon name="back" />
            </a>
          )}
          <Logo to="/admin" />
          <span className="tag info">運営</span>
          <h1>{title}</h1>
          <span className="grow" />
          <span className="ops-who">当番 {staffName}</span>
          <OperatorMenu />
        </div>
      </header>
      <nav className="side" aria-label="運営">
        <Places pathname={pathname} />
        <hr />
        <a href="/home">
          <Icon name="home" />
          サイトを見る
        </a>
      </nav>
      <main id="main">{children}</main>
      <footer className="foot ops-foot" id="foot">
        <p>この画面の操作は、だれが・いつ・何をしたかを残します。時刻は日本時間。</p>
      </footer>
      <nav className="tabs" aria-label="運営（下部）">
        <Places pathname={pathname} />
      </nav>
    </div>
  );
}

function Places({ pathname }: { pathname: string }) {
  return PLACES.map(({ to, label, icon }) => {
    const isInside = to !== "/admin" && pathname.startsWith(`${to}/`);
    return (
      <a key={to} href={to} aria-current={pathname === to ? "page" : isInside ? "true" : undefined}>
        <Icon name={icon} />
        {label}
      </a>
    );
  });
}

function OperatorMenu() {
  return (
    <details className="pop" name="bar">
      <summary className="icon-btn" aria-label="メニュー">
        <Icon name="menu" />
      </summary>
      <div className="card">
        <ul className="list t14">
          <li>
            <a href="/home">
              <Icon name="home" />
              <span className="grow">サイトを見る</span>
            </a>
          </li>
          <li>
            <form method="post" action="/admin/confirm">
              <button className="li" type="submit" name="do" value="leave">
                <Icon name="exit" />
                <span className="grow">管理画面を閉じる</span>
              </button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  );
}
