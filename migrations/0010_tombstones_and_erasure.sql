CREATE TABLE `analysis_tombstones` (
	`analysis_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`race_data_version` integer NOT NULL,
	`model_name` text NOT NULL,
	`venue_type` integer NOT NULL,
	`race_info` text NOT NULL,
	`picks` text NOT NULL,
	`is_learnt_from` integer NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer NOT NULL,
	`deleted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `analysis_tombstones_user_id_completed_at` ON `analysis_tombstones` (`user_id`,`completed_at`);--> statement-breakpoint
CREATE TABLE `artifact_removals` (
	`artifact_key` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `users_to_erase` ON `users` (`deleted_at`) WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX `models_artifact_key` ON `models` (`artifact_key`) WHERE artifact_key is not null;--> statement-breakpoint
UPDATE `analyses` SET `scores` = '[]', `details` = NULL WHERE `deleted_at` IS NOT NULL AND `status` = 2;
