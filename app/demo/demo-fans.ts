/** Users of a local start who own most of the demo models. */

/** Domain of these users, whose accounts have no password. */
export const FAN_DOMAIN = "@fans.demo.example";

interface DemoFan {
  email: string;
  name: string;
  /** Plans with the days since each began, oldest first; the first begins with the sign-up. */
  plans: readonly (readonly [plan: number, daysAgo: number])[];
}

function fan(account: string, name: string, ...plans: DemoFan["plans"]): DemoFan {
  return { email: `${account}${FAN_DOMAIN}`, name, plans };
}

/**
 * Their paid plans began long before the earliest model, so that they also count in the oldest month that can be
 * ranked: a start on the 1st to the 4th of a month ranks the month before the last.
 */
export const DEMO_FANS: readonly DemoFan[] = [
  fan("mizuki", "mizuki_keiba", [1, 410], [5, 402]),
  fan("kokura", "小倉の砂", [1, 380], [4, 371]),
  fan("turf", "turf_taro", [1, 365], [2, 364], [3, 160]),
  fan("yoshida", "よしだ", [1, 350], [6, 333]),
  fan("hanako", "hanako77", [1, 330], [2, 301]),
  fan("nakayama", "中山直線", [1, 322], [4, 240]),
  fan("ren", "ren", [1, 300], [3, 295], [5, 150]),
  fan("ashige", "芦毛びいき", [1, 290], [3, 280]),
  fan("data", "data_uma", [1, 260], [4, 259]),
  fan("sunday", "日曜の午後", [1, 240], [2, 230]),
  fan("oi", "oi_night", [1, 220], [4, 210]),
  fan("tamaki", "tamaki", [1, 200], [2, 195], [1, 12]),
];
