CREATE TABLE `notice_choices` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`by_mail` integer DEFAULT false NOT NULL,
	`by_push` integer DEFAULT false NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notice_choices_kind_known" CHECK("notice_choices"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready'))
);
--> statement-breakpoint
CREATE INDEX `notice_choices_wanted` ON `notice_choices` (`kind`,`user_id`) WHERE by_mail = 1 or by_push = 1;--> statement-breakpoint
CREATE TABLE `notices` (
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
	CONSTRAINT "notices_kind_known" CHECK("notices"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_user_id_event_key` ON `notices` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `notices_open` ON `notices` (`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `notices_created_at` ON `notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user_id` ON `push_subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `dev_mails` ADD `headers` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `favourite_horses_horse_id` ON `favourite_horses` (`horse_id`);