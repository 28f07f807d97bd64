DROP INDEX `record_entries_model_id_date`;--> statement-breakpoint
DROP INDEX `record_entries_user_id_date`;--> statement-breakpoint
ALTER TABLE `record_entries` ADD `has_seal` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `record_entries` ADD `sealed_at` integer;--> statement-breakpoint
CREATE INDEX `record_entries_model_id_date` ON `record_entries` (`model_id`,`date`,`seen_version`,`deleted_at`,`sealed_at`);--> statement-breakpoint
CREATE INDEX `record_entries_user_id_date` ON `record_entries` (`user_id`,`date`,`seen_version`,`deleted_at`,`sealed_at`);--> statement-breakpoint
UPDATE `record_entries` SET `has_seal` = 1, `sealed_at` = (SELECT `sealed_at` FROM `seal_leaves` WHERE `analysis_id` = `record_entries`.`analysis_id`)
WHERE `analysis_id` IN (SELECT `analysis_id` FROM `seal_leaves`);
