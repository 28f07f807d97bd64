CREATE TABLE `seal_forecasts` (
	`race_id` text NOT NULL,
	`lot` integer NOT NULL,
	`is_weight` integer NOT NULL,
	`version` integer NOT NULL,
	`leaf_id` integer NOT NULL,
	PRIMARY KEY(`race_id`, `lot`, `is_weight`, `version`),
	FOREIGN KEY (`leaf_id`) REFERENCES `seal_leaves`(`id`) ON UPDATE no action ON DELETE no action
);
