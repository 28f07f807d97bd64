import type { ReactElement } from "react";
import { LineDrawing } from "#app/components/parts/icon.tsx";
import type { ProfileIcon as ProfileIconKey } from "#app/domain/accounts/profile.ts";

const DRAWINGS: Record<ProfileIconKey, ReactElement> = {
  gate: <path d="M4 20V6h16v14M4 11h16M9.3 6v14M14.7 6v14" />,
  turf: (
    <path d="M3 20h18M5 20c0-5-.5-8-2-11 3 2 4.5 6 4.5 11M12 20c0-7 .5-12 3-16 0 6-1 11-.5 16M18 20c0-4 1-7 3-9-.7 3-1 6-1 9" />
  ),
  dirt: <path d="M3 17c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 11c2-2 4-2 6 0s4 2 6 0 4-2 6 0M6 5h.01M12 6h.01M18 5h.01" />,
  flag: <path d="M6 21V4m0 0h12v9H6M12 4v9M6 8.5h12" />,
  clock: (
    <>
      <circle cx="12" cy="13.5" r="7.5" />
      <path d="M12 6V3m-2.5 0h5M12 13.5V9.5M17.5 7.5 19 6" />
    </>
  ),
  cap: <path d="M4 15a8 8 0 0 1 16 0zM4 15h18M12 7v8M8 8.5C7 10.5 6.5 12.5 6.5 15" />,
  star: <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z" />,
  leaf: <path d="M5 19C5 10 10 5 20 4c0 10-4.5 15-12 15M5 20c2-5 5-8 9-10" />,
};

export const PROFILE_ICON_WORDS: Record<ProfileIconKey, string> = {
  gate: "ゲート",
  turf: "芝",
  dirt: "ダート",
  flag: "旗",
  clock: "時計",
  cap: "帽子",
  star: "星",
  leaf: "葉",
};

/** Always beside the user's name. */
export function ProfileIcon({ icon }: { icon: ProfileIconKey }) {
  return <LineDrawing>{DRAWINGS[icon]}</LineDrawing>;
}
