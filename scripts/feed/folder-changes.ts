import { type FSWatcher, watch } from "node:fs";

export interface FolderChanges {
  /** Whether something has changed since this was last called. */
  take(): boolean;
  /** Calls back at the next change, or at once if there was one. */
  next(onChange: () => void): void;
  close(): void;
}

/** Changes below a folder, as far as the system reports them: network drives do not, so this only saves time. */
export function watchChanges(dir: string): FolderChanges {
  let hasChanged = false;
  let onChange: (() => void) | null = null;
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(dir, { recursive: true }, (_event, name) => {
      // The journal's own folder among others.
      if (name?.split(/[\\/]/).some((part) => part.startsWith("."))) return;
      hasChanged = true;
      onChange?.();
    });
    watcher.on("error", () => undefined);
  } catch {
    // The scans find changes without it.
  }
  return {
    take() {
      const before = hasChanged;
      hasChanged = false;
      return before;
    },
    next(callBack) {
      onChange = callBack;
      if (hasChanged) callBack();
    },
    close: () => watcher?.close(),
  };
}
