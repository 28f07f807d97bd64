import type { LineFault } from "#app/domain/settlement/settle-ticket.ts";

const yenWords = (yen: number): string => `${yen.toLocaleString("en-US")}円`;

export const TICKET_MESSAGES = {
  fault: (fault: LineFault, line: number): string =>
    ({
      none: "組み合わせを入れてください。",
      size: `${line}組目の数字を確かめてください。馬番は「-」でつなぎ、組はスペースで区切ります。`,
      repeated: `${line}組目に、同じ番号か、前と同じ組があります。`,
      "too-many": `一度に記録できるのは${line - 1}点までです。`,
    })[fault],
  yen: "金額は100円から1,000,000円まで、100円単位で入れてください。",
  yenCount: "金額は1つだけ入れるか、組と同じ数だけ入れてください。",
  absent: (line: number, numbers: readonly number[]) => `${line}組目の${numbers.join("・")}番は出走しません。`,
  notOpen: "発走したレースか、見つからないレースです。発走後は記録も変更もできません。",
  paused: "自分で決めた休みの間は、記録できません。",
  ownBudget: ({ limitYen, leftYen }: { limitYen: number; leftYen: number }) =>
    `今月の上限（${yenWords(limitYen)}）をこえます。このレースに記録できるのは、あと${yenWords(leftYen)}です。`,
  overLimit: "自分で決めた上限か休みのため、金額を増やせません。",
  tooMany: "1日に記録できるのは200件までです。",
  notFound: "この買い目の記録は見つかりません。",
  noFile: "このページで保存したCSVを選んでください。",
  badFile: (line: number) =>
    `${line}行目を読めません。このページで保存したCSVを、そのまま選んでください。何も取り込んでいません。`,
  longFile: (most: number) => `一度に取り込めるのは${most}件までです。月ごとに保存したCSVを選んでください。`,
  loadFailed: "収支を読み込めませんでした。",
} as const;
