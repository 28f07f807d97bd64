ALTER TABLE `races` ADD `meeting_num` integer;--> statement-breakpoint
ALTER TABLE `races` ADD `meeting_day` integer;--> statement-breakpoint
ALTER TABLE `races` ADD `grade` text;--> statement-breakpoint
ALTER TABLE `races` ADD `race_class` text;