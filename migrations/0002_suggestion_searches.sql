CREATE TABLE `suggestion_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`number` integer NOT NULL,
	`month` text NOT NULL,
	`form_key` text NOT NULL,
	`status` integer NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`trained` integer DEFAULT 0 NOT NULL,
	`changes` text NOT NULL,
	`result` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suggestion_searches_status_known" CHECK("suggestion_searches"."status" in (1, 2, 3))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_searches_user_id_form_key` ON `suggestion_searches` (`user_id`,`form_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_searches_user_id_number` ON `suggestion_searches` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `suggestion_searches_model_id` ON `suggestion_searches` (`model_id`);