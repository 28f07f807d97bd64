CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`level` text NOT NULL,
	`text` text NOT NULL,
	`raised_at` integer NOT NULL,
	`ended_at` integer,
	CONSTRAINT "alarms_level_known" CHECK("alarms"."level" in ('attention', 'broken'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_open` ON `alarms` (`key`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `alarms_raised_at` ON `alarms` (`raised_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `staff` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`totp_seed` text NOT NULL,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `staff_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `name_hidden_at` integer;