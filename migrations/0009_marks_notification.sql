PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `__new_notification_choices` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`by_mail` integer DEFAULT false NOT NULL,
	`by_push` integer DEFAULT false NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_choices_kind_known" CHECK("__new_notification_choices"."kind" in ('weights-out', 'marks-changed', 'race-settled', 'favourite-entered', 'entries-out', 'week-review', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
INSERT INTO `__new_notification_choices`("user_id", "kind", "by_mail", "by_push", "chosen_at") SELECT "user_id", "kind", "by_mail", "by_push", "chosen_at" FROM `notification_choices`;--> statement-breakpoint
DROP TABLE `notification_choices`;--> statement-breakpoint
ALTER TABLE `__new_notification_choices` RENAME TO `notification_choices`;--> statement-breakpoint
PRAGMA defer_foreign_keys = OFF;--> statement-breakpoint
CREATE INDEX `notification_choices_wanted` ON `notification_choices` (`kind`,`user_id`) WHERE by_mail = 1 or by_push = 1;--> statement-breakpoint
CREATE TABLE `__new_notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`event_key` text NOT NULL,
	`day` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`mailed_at` integer,
	`pushed_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notifications_kind_known" CHECK("__new_notifications"."kind" in ('weights-out', 'marks-changed', 'race-settled', 'favourite-entered', 'entries-out', 'week-review', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
INSERT INTO `__new_notifications`("id", "user_id", "kind", "event_key", "day", "title", "body", "path", "created_at", "due_at", "mailed_at", "pushed_at", "ended_at") SELECT "id", "user_id", "kind", "event_key", "day", "title", "body", "path", "created_at", "due_at", "mailed_at", "pushed_at", "ended_at" FROM `notifications`;--> statement-breakpoint
DROP TABLE `notifications`;--> statement-breakpoint
ALTER TABLE `__new_notifications` RENAME TO `notifications`;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_user_id_event_key` ON `notifications` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `notifications_open` ON `notifications` (`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `notifications_created_at` ON `notifications` (`created_at`);