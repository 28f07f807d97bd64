PRAGMA defer_foreign_keys = ON;--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`queue` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`run_after` integer NOT NULL,
	`checkpoint` text,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`outages` integer DEFAULT 0 NOT NULL,
	`wakes` integer DEFAULT 0 NOT NULL,
	`wake_after` integer,
	CONSTRAINT "jobs_status_known" CHECK("__new_jobs"."status" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "jobs_queue_known" CHECK("__new_jobs"."queue" in ('train', 'score', 'background', 'ingest', 'notify', 'push')),
	CONSTRAINT "jobs_running_has_lease" CHECK("__new_jobs"."status" <> 'running' or ("__new_jobs"."lease_owner" is not null and "__new_jobs"."lease_until" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "kind", "queue", "subject", "payload", "status", "attempts", "lease_owner", "lease_until", "run_after", "checkpoint", "error", "created_at", "finished_at", "outages", "wakes", "wake_after") SELECT "id", "kind", "queue", "subject", "payload", "status", "attempts", "lease_owner", "lease_until", "run_after", "checkpoint", "error", "created_at", "finished_at", "outages", "wakes", "wake_after" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
PRAGMA defer_foreign_keys = OFF;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open_once` ON `jobs` (`kind`,`subject`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `jobs_status_run_after` ON `jobs` (`status`,`run_after`);--> statement-breakpoint
ALTER TABLE `users` ADD `customer_asked_at` integer;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `timeouts` integer DEFAULT 0 NOT NULL;