/** Words of refused forms, to the letter of the specification (spec §5, §8) where it has them. */
export const MESSAGES = {
  required: "必須項目です",
  passwordTooShort: "パスワードは8文字以上にしてください",
  /** Long enough, but among the first that anybody would try. */
  passwordGuessable: "推測されやすいパスワードです。別のパスワードにしてください",
  passwordsDiffer: "パスワードが一致しません",
  emailInvalid: "メールアドレスの形式が正しくありません",
  tooLong: (max: number) => `${max}文字以内にしてください`,
  wrongCredentials: "メールアドレスかパスワードが違います",
  signUpFailed: "登録できませんでした",
  resetFailed: "パスワードが変更できません",
  termsRequired: "必須項目です",
} as const;
