DROP INDEX `analyses_day_open`;--> statement-breakpoint
CREATE INDEX `analyses_day_open` ON `analyses` (`status`,`day_id`) WHERE day_id is not null and status = 1 and deleted_at is null;