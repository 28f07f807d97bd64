export const TO_PAYMENT = "支払いへ進む";

/** プラン変更 on plans 2–99, else the label of the payment (also on restricted plans). */
export function confirmWords(current: number): string {
  return current >= 2 && current <= 99 ? "プラン変更" : TO_PAYMENT;
}
