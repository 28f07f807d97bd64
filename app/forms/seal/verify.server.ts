import * as z from "zod";

/** Larger than any proof file. */
const LONGEST = 16_384;

export const verifyFormSchema = z.object({
  file: z.instanceof(File).optional(),
  text: z.string().max(LONGEST, "証明ファイルの中身ではないようです").optional(),
});

export type VerifyForm = z.input<typeof verifyFormSchema>;

/** What was sent, without the line break that editors add; null: nothing, or no proof file by its length. */
export async function readSealProofText({ file, text }: z.output<typeof verifyFormSchema>): Promise<string | null> {
  const sent = file !== undefined && file.size > 0 && file.size <= LONGEST ? await file.text() : (text ?? "");
  return sent.trim() === "" ? null : sent.trim();
}
