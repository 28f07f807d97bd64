CREATE TABLE `league_members` (
	`league_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer,
	PRIMARY KEY(`league_id`, `user_id`),
	FOREIGN KEY (`league_id`) REFERENCES `leagues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `league_members_user_id` ON `league_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `league_models` (
	`league_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`week` text NOT NULL,
	`model_id` integer NOT NULL,
	PRIMARY KEY(`league_id`, `user_id`, `week`),
	FOREIGN KEY (`league_id`) REFERENCES `leagues`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `league_models_user_id` ON `league_models` (`user_id`);--> statement-breakpoint
CREATE TABLE `leagues` (
	`id` text PRIMARY KEY NOT NULL,
	`host_id` integer,
	`name` text NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`created_at` integer NOT NULL,
	`invite_hash` text,
	`invite_expires_at` integer,
	FOREIGN KEY (`host_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `leagues_host_id_first_day_name` ON `leagues` (`host_id`,`first_day`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `leagues_invite_hash` ON `leagues` (`invite_hash`);