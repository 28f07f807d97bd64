CREATE TABLE `own_budgets` (
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`race_id` text NOT NULL,
	`yen` integer NOT NULL,
	`typed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`, `race_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `own_limits` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer,
	`raise_to` integer,
	`raise_at` integer,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_limits_kind_known" CHECK("own_limits"."kind" in ('analyses', 'budget'))
);
--> statement-breakpoint
CREATE TABLE `own_pauses` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
