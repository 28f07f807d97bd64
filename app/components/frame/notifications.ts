export interface NotificationItem {
  tag: string;
  text: string;
  to: string;
  /** A model's name or a race. */
  subject: string;
  /** 3分前. */
  ago: string;
}

/** Without those about the current page or its model. */
export function notificationsElsewhere(
  notifications: readonly NotificationItem[],
  pathname: string,
): NotificationItem[] {
  const shownModel = pathname.replace(/^\/models\/(edit\/)?(?=\d)/, "/models#model-");
  return notifications.filter(({ to }) => to.replace(/#.*/, "") !== pathname && to !== shownModel);
}

/** 1 to 9, "!" from 10, null for 0. */
export function badgeOf(count: number): string | null {
  if (count === 0) return null;
  return count < 10 ? String(count) : "!";
}
