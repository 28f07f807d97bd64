CREATE TABLE `ranking_entries` (
	`build_id` text NOT NULL,
	`ranking_key` text NOT NULL,
	`period_key` text NOT NULL,
	`model_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`build_id`, `ranking_key`, `model_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ranking_entries_user_id_build_id` ON `ranking_entries` (`user_id`,`build_id`);--> statement-breakpoint
DROP TABLE `ranking_builds`;--> statement-breakpoint
CREATE TABLE `ranking_builds` (
	`id` text PRIMARY KEY NOT NULL,
	`cadence` text NOT NULL,
	`period_key` text NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`ledger_state` text NOT NULL,
	`participants` integer NOT NULL,
	`built_at` integer NOT NULL,
	CONSTRAINT "ranking_builds_cadence_known" CHECK("ranking_builds"."cadence" in ('weekly', 'monthly'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ranking_builds_cadence_period_key` ON `ranking_builds` (`cadence`,`period_key`);--> statement-breakpoint
ALTER TABLE `ledger_days` ADD `revision` integer DEFAULT 0 NOT NULL;