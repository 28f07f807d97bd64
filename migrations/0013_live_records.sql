CREATE TABLE `horse_records` (
	`horse_id` text PRIMARY KEY NOT NULL,
	`records` blob NOT NULL,
	`sire_name` text,
	`dam_sire_name` text,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `race_records` (
	`race_id` text PRIMARY KEY NOT NULL,
	`records` blob NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `records_aside` (
	`id` text PRIMARY KEY NOT NULL,
	`race_id` text,
	`kind` text NOT NULL,
	`field` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`record` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `records_aside_race_id` ON `records_aside` (`race_id`);--> statement-breakpoint
CREATE INDEX `records_aside_created_at` ON `records_aside` (`created_at`);--> statement-breakpoint
ALTER TABLE `imports` ADD `data_version` integer;--> statement-breakpoint
CREATE INDEX `imports_status` ON `imports` (`status`);--> statement-breakpoint
CREATE INDEX `imports_data_version` ON `imports` (`data_version`);--> statement-breakpoint
CREATE INDEX `runners_horse_id` ON `runners` (`horse_id`);--> statement-breakpoint
UPDATE `imports` SET `data_version` = `id` WHERE `status` = 'done';
