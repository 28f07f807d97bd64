ALTER TABLE `imports` ADD `kept_aside` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `records_aside` ADD `file` text;--> statement-breakpoint
ALTER TABLE `records_aside` ADD `line` integer;