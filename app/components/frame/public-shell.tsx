import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";

export function PublicShell({
  logoTo = "/",
  link = { to: "/login", label: "ログイン" },
  children,
}: {
  logoTo?: string;
  /** Null leaves it out. */
  link?: { to: string; label: string } | null;
  children: ReactNode;
}) {
  return (
    <div className="shell open">
      <header className="bar">
        <div className="bar-in">
          <Logo to={logoTo} />
          <span className="grow" />
          {link !== null && (
            <a className="btn text" href={link.to}>
              {link.label}
            </a>
          )}
        </div>
      </header>
      <main id="main">{children}</main>
      <Footer />
    </div>
  );
}
