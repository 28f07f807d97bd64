CREATE TABLE `record_entries` (
	`analysis_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`model_name` text NOT NULL,
	`race_id` text NOT NULL,
	`date` text NOT NULL,
	`picks` text NOT NULL,
	`is_learnt_from` integer NOT NULL,
	`completed_at` integer NOT NULL,
	`deleted_at` integer,
	`seen_version` integer,
	`result_kind` text,
	`starters` integer,
	`finish` integer,
	`odds` real,
	`popularity` integer,
	`bets` text,
	`favourite` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "record_entries_result_kind_known" CHECK("record_entries"."result_kind" is null or "record_entries"."result_kind" in ('settled', 'returned', 'none')),
	CONSTRAINT "record_entries_settled_has_bets" CHECK("record_entries"."result_kind" is null or "record_entries"."bets" is not null)
);
--> statement-breakpoint
CREATE INDEX `record_entries_model_id_date` ON `record_entries` (`model_id`,`date`,`seen_version`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `record_entries_user_id_date` ON `record_entries` (`user_id`,`date`,`seen_version`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `record_entries_race_id` ON `record_entries` (`race_id`);--> statement-breakpoint
CREATE INDEX `record_entries_unseen` ON `record_entries` (`analysis_id`) WHERE seen_version is null;--> statement-breakpoint
CREATE TABLE `record_figures` (
	`scope` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`version` text NOT NULL,
	`figures` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `record_figures_user_id` ON `record_figures` (`user_id`);--> statement-breakpoint
CREATE INDEX `races_data_version` ON `races` (`data_version`);
--> statement-breakpoint
INSERT INTO `record_entries` (`analysis_id`, `user_id`, `model_id`, `model_name`, `race_id`, `date`, `picks`, `is_learnt_from`, `completed_at`, `deleted_at`)
SELECT a.`id`, a.`user_id`, a.`model_id`, a.`model_name`, a.`race_id`, r.`date`,
	(SELECT json_group_array(value ->> 'horseNum') FROM (SELECT value FROM json_each(a.`scores`) ORDER BY key LIMIT 5)),
	a.`is_learnt_from`, a.`completed_at`, NULL
FROM `analyses` a JOIN `races` r ON r.`race_id` = a.`race_id`
WHERE a.`status` = 2 AND a.`deleted_at` IS NULL;--> statement-breakpoint
INSERT INTO `record_entries` (`analysis_id`, `user_id`, `model_id`, `model_name`, `race_id`, `date`, `picks`, `is_learnt_from`, `completed_at`, `deleted_at`)
SELECT t.`analysis_id`, t.`user_id`, t.`model_id`, t.`model_name`, t.`race_id`, r.`date`, t.`picks`, t.`is_learnt_from`, t.`completed_at`, t.`deleted_at`
FROM `analysis_tombstones` t JOIN `races` r ON r.`race_id` = t.`race_id`
WHERE true ON CONFLICT DO NOTHING;
