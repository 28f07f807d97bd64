CREATE TABLE `seal_days` (
	`day` text PRIMARY KEY NOT NULL,
	`previous` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	`frontier` text NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_days_open` ON `seal_days` ((closed_at is null)) WHERE closed_at is null;--> statement-breakpoint
CREATE TABLE `seal_heads` (
	`id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`day`) REFERENCES `seal_days`(`day`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_heads_day_count` ON `seal_heads` (`day`,`count`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_heads_root` ON `seal_heads` (`root`);--> statement-breakpoint
CREATE TABLE `seal_leaves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`day` text,
	`position` integer,
	`sealed_at` integer,
	`body` text,
	`analysis_id` integer,
	`batch_key` text,
	`race_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`day`) REFERENCES `seal_days`(`day`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seal_leaves_place" CHECK(("seal_leaves"."day" is null) = ("seal_leaves"."position" is null) and ("seal_leaves"."day" is null) = ("seal_leaves"."sealed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_hash` ON `seal_leaves` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_day_position` ON `seal_leaves` (`day`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_analysis_id` ON `seal_leaves` (`analysis_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_batch_key` ON `seal_leaves` (`batch_key`);--> statement-breakpoint
CREATE INDEX `seal_leaves_waiting` ON `seal_leaves` (`id`) WHERE position is null;--> statement-breakpoint
CREATE TABLE `seal_nodes` (
	`day` text NOT NULL,
	`level` integer NOT NULL,
	`index` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`day`, `level`, `index`)
);
--> statement-breakpoint
CREATE TABLE `seal_witnesses` (
	`head_id` text NOT NULL,
	`witness` text NOT NULL,
	`status` integer NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`head_id`, `witness`),
	FOREIGN KEY (`head_id`) REFERENCES `seal_heads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `__new_notice_choices` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`by_mail` integer DEFAULT false NOT NULL,
	`by_push` integer DEFAULT false NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notice_choices_kind_known" CHECK("__new_notice_choices"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
INSERT INTO `__new_notice_choices`("user_id", "kind", "by_mail", "by_push", "chosen_at") SELECT "user_id", "kind", "by_mail", "by_push", "chosen_at" FROM `notice_choices`;--> statement-breakpoint
DROP TABLE `notice_choices`;--> statement-breakpoint
ALTER TABLE `__new_notice_choices` RENAME TO `notice_choices`;--> statement-breakpoint
PRAGMA defer_foreign_keys = OFF;--> statement-breakpoint
CREATE INDEX `notice_choices_wanted` ON `notice_choices` (`kind`,`user_id`) WHERE by_mail = 1 or by_push = 1;--> statement-breakpoint
CREATE TABLE `__new_notices` (
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
	CONSTRAINT "notices_kind_known" CHECK("__new_notices"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
INSERT INTO `__new_notices`("id", "user_id", "kind", "event_key", "day", "title", "body", "path", "created_at", "due_at", "mailed_at", "pushed_at", "ended_at") SELECT "id", "user_id", "kind", "event_key", "day", "title", "body", "path", "created_at", "due_at", "mailed_at", "pushed_at", "ended_at" FROM `notices`;--> statement-breakpoint
DROP TABLE `notices`;--> statement-breakpoint
ALTER TABLE `__new_notices` RENAME TO `notices`;--> statement-breakpoint
CREATE UNIQUE INDEX `notices_user_id_event_key` ON `notices` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `notices_open` ON `notices` (`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `notices_created_at` ON `notices` (`created_at`);