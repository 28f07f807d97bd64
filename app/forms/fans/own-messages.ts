import { FAVOURITES_MAX, NOTES_MAX } from "#app/domain/own-marks.ts";

export const OWN_MESSAGES = {
  saved: "保存しました",
  locked: "発走したので、印は変えられません",
  lockedButNoted: "発走したので印は変えられません。メモは保存しました。",
  tooManyNotes: `メモを残せるのは${NOTES_MAX}頭までです。使わないメモを消すと、また残せます。`,
  tooManyFavourites: `お気に入りにできるのは${FAVOURITES_MAX}頭までです。ほかの馬を外すと、また加えられます。`,
  added: "お気に入りに加えました",
  removed: "お気に入りから外しました",
  horseNotLoaded: "馬の情報を取得する際にエラーが発生しました",
  noSuchHorse: "該当する馬が見つかりません",
  notSaved: "保存できませんでした。もう一度お試しください。",
} as const;

export function savedWords({ isMarkLocked, hasNote }: { isMarkLocked: boolean; hasNote: boolean }): string {
  if (!isMarkLocked) return OWN_MESSAGES.saved;
  return hasNote ? OWN_MESSAGES.lockedButNoted : OWN_MESSAGES.locked;
}
