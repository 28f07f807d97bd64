CREATE TABLE `follows` (
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`followed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `model_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`reason` text NOT NULL,
	`times` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`kind`, `subject_id`, `reason`),
	CONSTRAINT "reports_kind_known" CHECK("reports"."kind" in ('model', 'analysis')),
	CONSTRAINT "reports_reason_known" CHECK("reports"."reason" in ('name', 'private', 'other'))
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`last_at`) WHERE closed_at is null;