import type { ReactElement, ReactNode } from "react";

const PATHS = {
  home: <path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z" />,
  model: <path d="M5 20V10M10 20V4M15 20v-8M20 20V8" />,
  list: <path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />,
  flag: <path d="M6 21V4m0 0h11l-2.5 4L17 12H6" />,
  podium: <path d="M4 20h16M6 20v-6h4v6M10 20V6h4v14M14 20v-9h4v9" />,
  card: (
    <>
      <rect x="3" y="6" width="18" height="13" rx="2" />
      <path d="M3 10.5h18M7 15h4" />
    </>
  ),
  person: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
    </>
  ),
  bell: <path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  back: <path d="m14.5 5-7 7 7 7" />,
  next: <path d="m9.5 5 7 7-7 7" />,
  down: <path d="m5 9.5 7 7 7-7" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.5M12 7.6v.1" />
    </>
  ),
  warning: <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1" />,
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9" rx="2" />
      <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.3l3.4 2" />
    </>
  ),
  weight: <path d="M5 20 7 9h10l2 11zM9 9a3 3 0 1 1 6 0" />,
  shield: <path d="M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 12l2.2 2.2L15.5 10" />,
  branch: (
    <>
      <circle cx="7" cy="5.5" r="2" />
      <circle cx="7" cy="18.5" r="2" />
      <circle cx="17" cy="9" r="2" />
      <path d="M7 7.5v9M17 11c0 3.5-4 3-8 4.5" />
    </>
  ),
  pencil: <path d="M5 19h3.5L19 8.5 15.5 5 5 15.5zM13 7.5l3.5 3.5" />,
  trash: <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7M10.5 11v5.5M13.5 11v5.5" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="15" rx="2" />
      <path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="m15.5 15.5 4.5 4.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="5.5" width="18" height="13" rx="2" />
      <path d="m4 7.5 8 6 8-6" />
    </>
  ),
  exit: <path d="M14 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h8M11 12h9m0 0-3.5-3.5M20 12l-3.5 3.5" />,
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof PATHS;

/** On a 24 grid, in the text's colour. Hidden from screen readers, so always beside a text or a label. */
export function LineDrawing({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg className={className === undefined ? "i" : `i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function Icon({ name, className }: { name: IconName; className?: string }) {
  // A call is cheaper than an element: a page has up to a hundred icons.
  return LineDrawing({ className, children: PATHS[name] });
}
