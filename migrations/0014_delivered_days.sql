CREATE TABLE `delivered_days` (
	`day` text PRIMARY KEY NOT NULL,
	`last_at` integer NOT NULL,
	`alerted_at` integer
);
