CREATE TABLE `analysis_days` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`date` text NOT NULL,
	`form_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`stopped_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analysis_days_user_id_form_key` ON `analysis_days` (`user_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `analysis_days_user_id_date` ON `analysis_days` (`user_id`,`date`);--> statement-breakpoint
ALTER TABLE `analyses` ADD `day_id` integer REFERENCES analysis_days(id);--> statement-breakpoint
CREATE INDEX `analyses_day_open` ON `analyses` (`day_id`) WHERE day_id is not null and status = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `analyses_day_id` ON `analyses` (`day_id`) WHERE day_id is not null;