CREATE TABLE `ledger_days` (
	`date` text PRIMARY KEY NOT NULL,
	`data_version` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `settled_bets` ADD `win_hits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settled_bets` ADD `place_hits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settled_bets` ADD `quinella_hits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `settled_bets` ADD `picks` text DEFAULT '[]' NOT NULL;