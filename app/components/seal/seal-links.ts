/** Page that explains the seals. */
export const VERIFY_PATH = "/verify";

/** Page that checks a seal, by the number of its shared analysis or by its hash. */
export function verifyPath(code: string): string {
  return `/verify/${encodeURIComponent(code)}`;
}

/** The proof file of a shared analysis. */
export function proofPath(shareId: string): string {
  return `/share/analysis/${shareId}/proof.json`;
}

/** Title and description of the pages that check seals. */
export const VERIFY_META = {
  title: "記録の証明",
  description: "分析が発走前に出され、あとから変わっていないことを、だれでも確かめられるページです。",
};
