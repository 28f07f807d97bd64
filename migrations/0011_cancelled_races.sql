CREATE INDEX `analyses_race_id` ON `analyses` (`race_id`);--> statement-breakpoint
UPDATE `usage` SET `returned_at` = unixepoch() WHERE `kind` = 'analysis' AND `returned_at` IS NULL AND `subject_id` IN (
	SELECT `analyses`.`id` FROM `analyses` JOIN `races` ON `races`.`race_id` = `analyses`.`race_id` WHERE `races`.`status` = 'cancelled'
);
