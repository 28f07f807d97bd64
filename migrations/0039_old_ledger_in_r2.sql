CREATE TABLE `moved_races` (
	`race_id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `moved_races_date` ON `moved_races` (`date`);--> statement-breakpoint
ALTER TABLE `ledger_days` ADD `moved_to` text;--> statement-breakpoint
ALTER TABLE `ledger_days` ADD `is_returning` integer DEFAULT false NOT NULL;