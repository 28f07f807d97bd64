import type { LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";

interface Look {
  /** At most one primary button in a view. */
  tone?: "plain" | "primary" | "text" | "danger";
  size?: "normal" | "big";
  full?: boolean;
  icon?: IconName;
  children: ReactNode;
}

function classOf({ tone = "plain", size = "normal", full = false }: Look): string {
  return ["btn", tone === "plain" ? "" : tone, size === "big" ? "big" : "", full ? "full" : ""]
    .filter((part) => part !== "")
    .join(" ");
}

export function Button({
  tone,
  size,
  full,
  icon,
  children,
  ...rest
}: Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className">) {
  return (
    <button type="submit" {...rest} className={classOf({ tone, size, full, children })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Set `reloadDocument` for pages of the other layout (public ↔ logged in). */
export function LinkButton({ tone, size, full, icon, children, ...rest }: Look & Omit<LinkProps, "className">) {
  return (
    <Link {...rest} className={classOf({ tone, size, full, children })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  );
}
