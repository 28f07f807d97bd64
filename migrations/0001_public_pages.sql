CREATE TABLE `reports` (
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`reason` text NOT NULL,
	`times` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`kind`, `subject_id`, `reason`),
	CONSTRAINT "reports_kind_known" CHECK("reports"."kind" in ('model', 'analysis')),
	CONSTRAINT "reports_reason_known" CHECK("reports"."reason" in ('name', 'private', 'other'))
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`last_at`) WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE `models` ADD `published_at` integer;--> statement-breakpoint
ALTER TABLE `models` ADD `shows_choice` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `models_published` ON `models` (`id`) WHERE published_at is not null;