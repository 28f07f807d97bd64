CREATE TABLE `crowd_forecasts` (
	`race_id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`forecast` text NOT NULL,
	`members` integer NOT NULL,
	`fixed_at` integer NOT NULL,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crowd_forecasts_date` ON `crowd_forecasts` (`date`);--> statement-breakpoint
CREATE TABLE `forecast_days` (
	`model_id` integer NOT NULL,
	`date` text NOT NULL,
	`races` integer NOT NULL,
	`loss` real NOT NULL,
	`uniform_loss` real NOT NULL,
	`sketch` text NOT NULL,
	`race_data_version` integer NOT NULL,
	PRIMARY KEY(`model_id`, `date`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "forecast_days_races" CHECK("forecast_days"."races" >= 0)
);
--> statement-breakpoint
CREATE INDEX `forecast_days_date_model_id` ON `forecast_days` (`date`,`model_id`);--> statement-breakpoint
CREATE TABLE `season_entries` (
	`build_id` text NOT NULL,
	`model_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`build_id`, `model_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `season_entries_user_id_build_id` ON `season_entries` (`user_id`,`build_id`);--> statement-breakpoint
ALTER TABLE `models` ADD `parent_id` integer;--> statement-breakpoint
ALTER TABLE `models` ADD `kept_out_at` integer;--> statement-breakpoint
CREATE INDEX `models_parent_id` ON `models` (`parent_id`) WHERE parent_id is not null;