CREATE TABLE `seal_keys` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
