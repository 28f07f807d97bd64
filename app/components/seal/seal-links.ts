export const VERIFY_PATH = "/verify";

/** By the number of a shared analysis or by the hash. */
export function verifyPath(code: string): string {
  return `/verify/${encodeURIComponent(code)}`;
}

export function proofPath(shareId: string): string {
  return `/share/analysis/${shareId}/proof.json`;
}

export const VERIFY_META = {
  title: "記録の証明",
  description: "分析が発走前に出され、あとから変わっていないことを、だれでも確かめられるページです。",
};
