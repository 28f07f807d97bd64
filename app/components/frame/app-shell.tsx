import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { RestrictedBanner, RestrictedDialog, type RestrictedPlan } from "#app/components/plans/restricted-mode.tsx";
import { Pending } from "#app/components/waiting/pending.tsx";
import type { ProfileIcon as ProfileIconKey } from "#app/domain/accounts/profile.ts";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";
import { badgeOf, type NotificationItem, notificationsElsewhere } from "./notifications.ts";
import { ProfileIcon } from "./profile-icon.tsx";

export interface Viewer {
  name: string;
  /** Null if none is chosen. */
  icon: ProfileIconKey | null;
  planName: string;
  /** The unpaid plan in restricted mode, else null. */
  restricted: RestrictedPlan | null;
  notifications: NotificationItem[];
}

/** Null leaves the link out. */
interface OperatorLinks {
  contactUrl: string | null;
  officialAccountUrl: string | null;
}

interface Place {
  to: string;
  label: string;
  icon: IconName;
}

/** The tab bar of phones. Other pages belong to the place whose address they continue; races and days are one. */
const TABS: readonly Place[] = [
  { to: "/home", label: "ホーム", icon: "home" },
  { to: "/races", label: "レース", icon: "flag" },
  { to: "/models", label: "自分のAI", icon: "model" },
  { to: "/models/all/record", label: "成績表", icon: "list" },
  { to: "/rankings", label: "ランキング", icon: "podium" },
];

const SEARCH: Place = { to: "/search", label: "さがす", icon: "search" };
const PLACES: readonly Place[] = [...TABS, SEARCH];

const OWN_PLACES: readonly Place[] = [
  { to: "/analyses", label: "分析結果", icon: "clock" },
  { to: "/subscriptions", label: "プラン", icon: "card" },
  { to: "/settings", label: "プロフィール", icon: "person" },
];

/** `back` is for phones. It replaces the logo except on the pages of the tab bar. */
export function AppShell({
  viewer,
  links,
  title,
  back,
  hasTabs = true,
  children,
}: {
  viewer: Viewer;
  links: OperatorLinks;
  title: string;
  /** Null on /home, which has no parent. */
  back: string | null;
  /** False if a dock replaces the tab bar (model create). */
  hasTabs?: boolean;
  children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const isPlace = PLACES.some((place) => place.to === pathname);
  return (
    <div className="shell">
      <header className="bar">
        <div className="bar-in">
          {back !== null && (
            <Link className="icon-btn back" to={back} aria-label="戻る">
              <Icon name="back" />
            </Link>
          )}
          {isPlace ? (
            <>
              <Logo to="/home" />
              <h1 className="sr">{title}</h1>
              <span className="grow" />
            </>
          ) : (
            <>
              <Logo to="/home" className="in" />
              <h1>{title}</h1>
            </>
          )}
          <Link className="icon-btn" to={SEARCH.to} aria-label={SEARCH.label}>
            <Icon name={SEARCH.icon} />
          </Link>
          <Bell
            key={`bell ${pathname}`}
            notifications={notificationsElsewhere(viewer.notifications, pathname)}
            from={`${pathname}${search}`}
          />
          <Menu key={`menu ${pathname}`} viewer={viewer} links={links} />
        </div>
        <Pending />
      </header>
      <nav className="side" aria-label="メイン">
        <Places places={PLACES} pathname={pathname} />
        <hr />
        <Places places={OWN_PLACES} pathname={pathname} />
        <OperatorLinkList links={links} />
        <form method="post" action="/logout">
          <button type="submit">
            <Icon name="exit" />
            ログアウト
          </button>
        </form>
      </nav>
      <main id="main">
        {viewer.restricted !== null && <RestrictedBanner restricted={viewer.restricted} />}
        {children}
        {viewer.restricted !== null && <RestrictedDialog restricted={viewer.restricted} />}
      </main>
      <Footer />
      {hasTabs && (
        <nav className="tabs" aria-label="メイン（下部）">
          <Places places={TABS} pathname={pathname} />
        </nav>
      )}
    </div>
  );
}

function Places({ places, pathname }: { places: readonly Place[]; pathname: string }) {
  const path = pathname.replace(/^\/days\b/, "/races");
  const inside = places.filter(({ to }) => path.startsWith(`${to}/`));
  return places.map((place) => {
    const isHere = pathname === place.to;
    const isInside = inside.includes(place) && !places.some(({ to }) => to === pathname);
    return (
      <Link key={place.to} to={place.to} aria-current={isHere ? "page" : isInside ? "true" : undefined}>
        <Icon name={place.icon} />
        {place.label}
      </Link>
    );
  });
}

function operatorPlaces({ contactUrl, officialAccountUrl }: OperatorLinks) {
  return [
    ...(contactUrl === null ? [] : [{ href: contactUrl, label: "お問い合わせ", icon: "mail" as const }]),
    ...(officialAccountUrl === null
      ? []
      : [{ href: officialAccountUrl, label: "公式アカウント", icon: "info" as const }]),
  ];
}

function OperatorLinkList({ links }: { links: OperatorLinks }) {
  return operatorPlaces(links).map(({ href, label, icon }) => (
    <a key={label} href={href} rel="noreferrer">
      <Icon name={icon} />
      {label}
    </a>
  ));
}

function Bell({ notifications, from }: { notifications: NotificationItem[]; from: string }) {
  const badge = badgeOf(notifications.length);
  return (
    <details className="pop" name="bar">
      <summary className="icon-btn" aria-label={badge === null ? "お知らせ" : `お知らせ ${notifications.length}件`}>
        <Icon name="bell" />
        {badge !== null && <span className="badge">{badge}</span>}
      </summary>
      <div className="card">
        <div className="pop-head">
          <b className="grow">お知らせ</b>
          {notifications.length > 0 && (
            <Form method="post" action="/home" preventScrollReset>
              <input type="hidden" name="to" value={from} />
              <button className="btn text" type="submit" name="intent" value="read-all">
                すべて既読にする
              </button>
            </Form>
          )}
        </div>
        {notifications.length === 0 ? (
          <p className="pop-none">通知がありません</p>
        ) : (
          <ul className="list t14">
            {notifications.map((notification) => (
              <li key={`${notification.to} ${notification.subject}`}>
                <Link to={notification.to}>
                  <span className="tag turf">
                    <Icon name="check" />
                    {notification.tag}
                  </span>
                  <span className="grow">
                    {notification.text}
                    <br />
                    <small className="faint">
                      {notification.subject}・{notification.ago}
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

function Menu({ viewer, links }: { viewer: Viewer; links: OperatorLinks }) {
  return (
    <details className="pop" name="bar">
      <summary className="icon-btn" aria-label="メニュー">
        <Icon name="menu" />
      </summary>
      <div className="card">
        <ul className="list t14">
          <li>
            <Link to="/settings">
              {viewer.icon === null ? <Icon name="person" /> : <ProfileIcon icon={viewer.icon} />}
              <span className="grow">プロフィール</span>
              <span className="muted cut who">{viewer.name}</span>
            </Link>
          </li>
          <li>
            <Link to="/analyses">
              <Icon name="clock" />
              <span className="grow">分析結果</span>
            </Link>
          </li>
          <li>
            <Link to="/subscriptions">
              <Icon name="card" />
              <span className="grow">プラン</span>
              <span className="tag">{viewer.planName}</span>
            </Link>
          </li>
          {operatorPlaces(links).map(({ href, label, icon }) => (
            <li key={label}>
              <a href={href} rel="noreferrer">
                <Icon name={icon} />
                <span className="grow">{label}</span>
              </a>
            </li>
          ))}
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
