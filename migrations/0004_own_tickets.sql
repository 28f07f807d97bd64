CREATE TABLE `own_tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`date` text NOT NULL,
	`kind` text NOT NULL,
	`model_id` integer,
	`yen` integer NOT NULL,
	`form_key` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`lines` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_tickets_kind_known" CHECK("own_tickets"."kind" in ('win', 'place', 'bracket', 'quinella', 'wide', 'exacta', 'trio', 'trifecta')),
	CONSTRAINT "own_tickets_has_yen" CHECK("own_tickets"."yen" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `own_tickets_user_id_form_key` ON `own_tickets` (`user_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `own_tickets_user_id_date` ON `own_tickets` (`user_id`,`date`);