CREATE TABLE `horse_marks` (
	`user_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`horse_id` text NOT NULL,
	`mark` text NOT NULL,
	`marked_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `race_id`, `horse_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "horse_marks_mark_known" CHECK("horse_marks"."mark" in ('favourite', 'rival', 'third', 'fourth', 'outsider', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `horse_marks_user_id_horse_id` ON `horse_marks` (`user_id`,`horse_id`);--> statement-breakpoint
CREATE TABLE `horse_notes` (
	`user_id` integer NOT NULL,
	`horse_id` text NOT NULL,
	`noted_at` integer NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`user_id`, `horse_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
