export const TRY_AGAIN = "もう一度やりなおしてください";
/** No response arrived. */
export const NETWORK_ERROR = "ネットワークエラーが発生しました";
/** For an unknown cause. */
export const GENERIC_FAILURE = `エラーが発生しました。 ${TRY_AGAIN}`;

/** Also shown in the tutorial. */
export const MODEL_COMPLETE = "AIモデル作成が完了しました";

export const NO_ANALYSES = "まだレースを分析していません";

/** The model was trained on the race. */
export const LEARNT_FROM = "学習に使ったレースのため参考値です";

export const NO_SUCH_RACE = "該当するレースが見つかりません";

export const NAME_HINT = "ランキングなどで公開されます。半角英数字をおすすめします。";

export const PASSWORD_HINT = "8文字以上。よくある言葉やメールアドレスを含むものは避けてください";

/** To the letter as in the specification, where it has them. */
export const MESSAGES = {
  required: "必須項目です",
  passwordTooShort: "パスワードは8文字以上にしてください",
  /** Long enough, but easy to guess. */
  passwordGuessable: "推測されやすいパスワードです。別のパスワードにしてください",
  passwordsDiffer: "パスワードが一致しません",
  emailInvalid: "メールアドレスの形式が正しくありません",
  tooLong: (max: number) => `${max}文字以内にしてください`,
  wrongCredentials: "メールアドレスかパスワードが違います",
  signUpFailed: "登録できませんでした",
  resetFailed: "パスワードが変更できません",
  stackedMarks: "1つの文字に重ねる記号は2つまでにしてください",
  nameReserved: "「運営」「管理者」「はちわく」を含む名前は使えません。別の名前にしてください",
  termsRequired: "必須項目です",
  wrongPassword: "パスワードが違います",
  wrongCode: "コードが違うか、使用済みです。アプリに出ている次のコードか、使っていない回復コードを入力してください",
  wrongPasskey: "パスキーを確認できませんでした。もう一度試すか、6桁のコードを使ってください",
  profileNotSaved: "保存できませんでした。入力した内容をご確認ください。",
  unknownChoice: "選んだ項目が見つかりません。もう一度選んでください。",
  invalidDate: "日付の形式が正しくありません",
  invalidYears: "0から100までの数字で入力してください",
  invalidPhone: "電話番号は半角の数字とハイフンで入力してください",
} as const;
