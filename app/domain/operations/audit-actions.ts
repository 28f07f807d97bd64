/** The operator's actions by their key in the log, with their names in the console. */
export const AUDIT_ACTIONS = {
  "staff.added": "運営者に加えた",
  "staff.removed": "運営者から外した",
  "staff.entered": "管理画面に入った",
  "staff.passkey-added": "管理画面に入れるパスキーを加えた",
  "staff.passkey-removed": "管理画面に入れるパスキーを外した",
  "job.rerun": "ジョブを再実行した",
  "notice.set": "お知らせを出した",
  "notice.ended": "お知らせを終えた",
  "import.undone": "取り込みを取り消した",
  "user.searched": "利用者を探した",
  "user.opened": "利用者のページを開いた",
  "user.address-seen": "メールアドレスの全部を見た",
  "user.signed-out": "すべての端末からログアウトさせた",
  "user.second-factor-dropped": "2段階認証を外した",
  "user.name-hidden": "公開名を隠した",
  "user.name-shown": "公開名を戻した",
  "report.closed": "報告を閉じた",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const REASON_MAX = 200;

export interface AuditEntry {
  id: number;
  at: number;
  /** Null: a call with the admin token. */
  staffName: string | null;
  action: AuditAction;
  subject: string;
  reason: string;
}
