/** All optional, none with any effect. */
export const EMPTY_PROFILE = {
  /** YYYY-MM-DD, or "". */
  birthDate: "",
  /** Index into {@link SEXES}. */
  sex: 0,
  favHorse: "",
  favJockey: "",
  /** Index into {@link TICKET_TYPES}. */
  favTicketType: 0,
  raceOfMemories: "",
  racingExperience: 0,
  /** Key of {@link PROFILE_ICONS}, or "". */
  icon: "",
  phoneNumber: "",
  /** Index into {@link PREFECTURES}. */
  prefectures: 0,
  profile: "",
};
export type ProfileFields = typeof EMPTY_PROFILE;

/** In the order above; drops other properties. */
export function pickProfile<Fields extends { [Name in keyof ProfileFields]?: unknown }>(fields: Fields) {
  const names = Object.keys(EMPTY_PROFILE) as (keyof ProfileFields)[];
  // Object.fromEntries knows no keys.
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, keyof ProfileFields>;
}

/** Fields that can be emptied again; an icon or name can only be replaced. */
export const CLEARABLE_FIELDS = [
  "birthDate",
  "sex",
  "prefectures",
  "phoneNumber",
  "racingExperience",
  "favTicketType",
  "favHorse",
  "favJockey",
  "raceOfMemories",
  "profile",
] as const satisfies readonly (keyof ProfileFields)[];
export type ClearableField = (typeof CLEARABLE_FIELDS)[number];

/** By wire number; 0 = not stated. */
export const SEXES = ["", "男性", "女性"] as const;

/** By wire number; 0 = not set. */
export const TICKET_TYPES = ["", "単勝", "複勝", "枠連", "馬連", "ワイド", "馬単", "三連複", "三連単"] as const;

/** By wire number; 0 = not set, then in the order of JIS X 0401. */
export const PREFECTURES = [
  "",
  "北海道",
  "青森県",
  "岩手県",
  "宮城県",
  "秋田県",
  "山形県",
  "福島県",
  "茨城県",
  "栃木県",
  "群馬県",
  "埼玉県",
  "千葉県",
  "東京都",
  "神奈川県",
  "新潟県",
  "富山県",
  "石川県",
  "福井県",
  "山梨県",
  "長野県",
  "岐阜県",
  "静岡県",
  "愛知県",
  "三重県",
  "滋賀県",
  "京都府",
  "大阪府",
  "兵庫県",
  "奈良県",
  "和歌山県",
  "鳥取県",
  "島根県",
  "岡山県",
  "広島県",
  "山口県",
  "徳島県",
  "香川県",
  "愛媛県",
  "高知県",
  "福岡県",
  "佐賀県",
  "長崎県",
  "熊本県",
  "大分県",
  "宮崎県",
  "鹿児島県",
  "沖縄県",
] as const;

export const PROFILE_TEXT_MAX = {
  name: 100,
  email: 254,
  favHorse: 100,
  favJockey: 100,
  raceOfMemories: 100,
  phoneNumber: 20,
  profile: 1000,
} as const;

export const EARLIEST_BIRTH_DATE = "1900-01-01";
export const RACING_EXPERIENCE_MAX = 100;

/** Built-in profile icons: no upload, never a URL. */
export const PROFILE_ICONS = ["gate", "turf", "dirt", "flag", "clock", "cap", "star", "leaf"] as const;
export type ProfileIcon = (typeof PROFILE_ICONS)[number];

export const DELETED_USER_NAME = "退会したユーザー";

/** Shown in place of names that the operator keeps out of public pages. */
export const HIDDEN_USER_NAME = "非表示の名前";
export const HIDDEN_MODEL_NAME = "非表示のモデル";

export const DELETED_MODEL_NAME = "退会者のモデル";
