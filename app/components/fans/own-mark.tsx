import type { ReactNode } from "react";
import { OWN_MARKS, type OwnMark } from "#app/domain/own-marks.ts";

const MARKS: Record<OwnMark, { label: string; shape: ReactNode }> = {
  favourite: {
    label: "◎ 本命",
    shape: (
      <>
        <circle cx="12" cy="12" r="9.5" />
        <circle cx="12" cy="12" r="4.5" />
      </>
    ),
  },
  rival: { label: "○ 対抗", shape: <circle cx="12" cy="12" r="9.5" /> },
  third: { label: "▲ 単穴", shape: <path fill="currentColor" d="M12 3 22 20.5H2z" /> },
  fourth: { label: "△ 連下", shape: <path d="M12 3.5 21.5 20H2.5z" /> },
  outsider: {
    label: "☆ 穴",
    shape: <path d="m12 2.8 2.8 6.2 6.7.7-5 4.6 1.4 6.7-5.9-3.4L6.1 21l1.4-6.7-5-4.6 6.7-.7z" />,
  },
  dropped: { label: "消し", shape: <path d="m5.5 5.5 13 13M18.5 5.5l-13 13" /> },
};

/** The shapes that {@link OwnMarkSign} refers to, once on a page: a card has more than a hundred signs. */
export function OwnMarkShapes() {
  return (
    <svg className="shapes" width="0" height="0" aria-hidden="true">
      {OWN_MARKS.map((mark) => (
        <symbol key={mark} id={`mk-${mark}`} viewBox="0 0 24 24">
          {MARKS[mark].shape}
        </symbol>
      ))}
    </svg>
  );
}

/** A reader's own mark as a drawing. */
export function OwnMarkSign({ mark }: { mark: OwnMark | null }) {
  if (mark === null) {
    return (
      <span className="m none">
        <span className="sr">印なし</span>
      </span>
    );
  }
  return (
    <svg className="m" role="img" aria-label={MARKS[mark].label}>
      <use href={`#mk-${mark}`} />
    </svg>
  );
}
