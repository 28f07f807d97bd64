CREATE TABLE `plan_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_plan` integer NOT NULL,
	`plan` integer NOT NULL,
	`status` text NOT NULL,
	`checkout_id` text,
	`checkout_url` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_intents_kind_known" CHECK("plan_intents"."kind" in ('checkout', 'change', 'cancel')),
	CONSTRAINT "plan_intents_status_known" CHECK("plan_intents"."status" in ('open', 'done', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_intents_one_open` ON `plan_intents` (`user_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `plan_intents_user_id_created_at` ON `plan_intents` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `downgrades` ADD `plan_intent_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `plan_changes` ADD `source` text DEFAULT 'product' NOT NULL;--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `customer_id` text;--> statement-breakpoint
CREATE INDEX `stripe_events_customer_id` ON `stripe_events` (`customer_id`) WHERE processed_at is null;--> statement-breakpoint
ALTER TABLE `stripe_events` DROP COLUMN `payload`;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_ticket` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `billing_applied` integer DEFAULT 0 NOT NULL;