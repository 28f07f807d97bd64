import type { InputHTMLAttributes, ReactNode } from "react";
import { MARKS } from "#app/components/analyses/figures.tsx";
import { OWN_MARKS, type OwnMark } from "#app/domain/own-marks.ts";

const OWN: Record<OwnMark, { label: string; shape: ReactNode }> = {
  ...MARKS,
  outsider: {
    label: "☆ 穴",
    shape: <path d="m12 2.8 2.8 6.2 6.7.7-5 4.6 1.4 6.7-5.9-3.4L6.1 21l1.4-6.7-5-4.6 6.7-.7z" />,
  },
  dropped: { label: "消し", shape: <path d="m5.5 5.5 13 13M18.5 5.5l-13 13" /> },
};

/** The shapes of {@link OwnMarkSign}, once per page: a card has more than a hundred signs. */
export function OwnMarkShapes() {
  return (
    <svg className="shapes" width="0" height="0" aria-hidden="true">
      {OWN_MARKS.map((mark) => (
        <symbol key={mark} id={`mk-${mark}`} viewBox="0 0 24 24">
          {OWN[mark].shape}
        </symbol>
      ))}
    </svg>
  );
}

export function OwnMarkSign({ mark }: { mark: OwnMark | null }) {
  if (mark === null) {
    return (
      <span className="m none">
        <span className="sr">自分の印なし</span>
      </span>
    );
  }
  return (
    <svg className="m" role="img" aria-label={OWN[mark].label}>
      <use href={`#mk-${mark}`} />
    </svg>
  );
}

/** `inputOf` returns the attributes of a radio button; "" is no mark. */
export function MarkField({ inputOf }: { inputOf: (value: OwnMark | "") => InputHTMLAttributes<HTMLInputElement> }) {
  return (
    <fieldset>
      <legend>自分の印</legend>
      <div className="mkset">
        {(["", ...OWN_MARKS] as const).map((value) => (
          <label key={value} className="chip">
            <input {...inputOf(value)} />
            {value === "" ? <span className="t13">なし</span> : <OwnMarkSign mark={value} />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
