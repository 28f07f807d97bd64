CREATE TABLE `odds` (
	`race_id` text NOT NULL,
	`kind` text NOT NULL,
	`order_key` text NOT NULL,
	`odds` text NOT NULL,
	PRIMARY KEY(`race_id`, `kind`, `order_key`)
);
