import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { InlineStylesContext, NonceContext } from "./components/frame/document-contexts.ts";
import { errorTitle, Failure, NotFound } from "./components/frame/error-pages.tsx";
import { pageHandle, refreshSecondsOf } from "./components/frame/page-handle.ts";
import { pageMeta } from "./components/frame/page-meta.ts";
import publicCss from "./components/frame/public.css?url";
import { PublicShell } from "./components/frame/public-shell.tsx";
import type { StyleSlot } from "./components/keeping/held-styles.ts";
import { withKeeping } from "./components/waiting/keeping.ts";
import { isLostAnswer } from "./components/waiting/lost-answer.ts";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/icon-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** For pages without a title of their own, such as error pages. */
export const meta: MetaFunction = (args) => pageMeta(args, { title: errorTitle(args.error) });

export function loader({ context }: LoaderFunctionArgs) {
  const { requestId, isDevelopment, publicUrl, contactUrl, officialAccountUrl, siteBanner } = context;
  return { requestId, isDevelopment, publicUrl, contactUrl, officialAccountUrl, ...(siteBanner && { siteBanner }) };
}

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const data = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  // The root's error page has no layout route, so the public style is linked here. It loads no scripts.
  const isRootError = (useRouteError() ?? null) !== null;
  const { noScripts, stylesheet, isShort } = pageHandle(matches);
  const hasScripts = !isRootError && noScripts !== true;
  const ownCss = isRootError ? publicCss : stylesheet;
  const refresh = refreshSecondsOf(matches);
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#FFFFFF" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141D19" />
        <Meta />
        {hasScripts && <StyleSlots page={matches.at(-1)?.id ?? "root"} nonce={nonce} />}
        <Links />
        {/* Only on short pages. A long page can be painted while it loads, because its first screen is complete early. */}
        {noScripts === true && isShort === true && <link rel="expect" href="#foot" blocking="render" />}
        {ownCss !== undefined && <FrameStyle href={ownCss} />}
        {refresh !== null && (
          <noscript>
            <meta httpEquiv="refresh" content={String(refresh)} />
          </noscript>
        )}
      </head>
      <body>
        <a className="skip" href="#main">
          本文へ進む
        </a>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server, with the operator's words escaped */}
        {data?.siteBanner && <div dangerouslySetInnerHTML={{ __html: data.siteBanner }} />}
        {data?.isDevelopment === true && (
          <aside className="dev" aria-label="開発用">
            <span>開発用の環境です</span>
            <a href="/dev/mail">届いたメールを見る</a>
          </aside>
        )}
        {children}
        {hasScripts && <ScrollRestoration nonce={nonce} />}
        {hasScripts && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** The elements that receive the styles of a logged-in page (entry.server.tsx), until the page's links have loaded. */
function StyleSlots({ page, nonce }: { page: string; nonce: string | undefined }) {
  // A document that React renders again from scratch has no such elements and links its styles.
  const [filled, setFilled] = useState<readonly StyleSlot[]>(() =>
    isServer || document.querySelector("style[data-style]") !== null ? ["app", "page"] : [],
  );
  const isFilled = filled.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links, and a failed one is loaded again
  useEffect(() => {
    // Otherwise the text stays.
    if (isFilled) withKeeping(({ loadHeldStyles }) => loadHeldStyles(setFilled));
  }, [page, isFilled]);
  const slot = { nonce, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } };
  return filled.map((name) => <style key={name} data-style={name} {...slot} />);
}

const isServer = import.meta.env.SSR;

/** The browser only links stylesheets, so its script leaves out the other variant. */
const FrameStyle = isServer ? ServerStyle : LinkedStyle;

function LinkedStyle({ href }: { href: string }) {
  return <link rel="stylesheet" href={href} />;
}

function ServerStyle({ href }: { href: string }) {
  const text = useContext(InlineStylesContext)[href];
  if (text === undefined) return <LinkedStyle href={href} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet; escaping would change its text and hash
  return <style dangerouslySetInnerHTML={{ __html: text }} />;
}

export default function App() {
  return <Outlet />;
}

/** Errors that no route below handles, such as an unknown URL or a failed layout. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <PublicShell>
      {isRouteErrorResponse(error) && error.status === 404 ? (
        <NotFound homeTo="/" />
      ) : (
        <Failure homeTo="/" requestId={data?.requestId} isNetwork={isLostAnswer(error)} />
      )}
    </PublicShell>
  );
}
