CREATE TABLE `race_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`race_id` text NOT NULL,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `race_aliases_race_id` ON `race_aliases` (`race_id`);