CREATE TABLE `import_races` (
	`import_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`is_new` integer NOT NULL,
	`place` text,
	`before` text,
	PRIMARY KEY(`import_id`, `race_id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `imports` ADD `undoes` integer;--> statement-breakpoint
ALTER TABLE `imports` ADD `before_parts` integer;--> statement-breakpoint
CREATE INDEX `imports_before_parts` ON `imports` (`finished_at`) WHERE before_parts is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `imports_undone_once` ON `imports` (`undoes`) WHERE undoes is not null and status not in ('refused', 'failed');--> statement-breakpoint
ALTER TABLE `races` ADD `undone_to` integer;