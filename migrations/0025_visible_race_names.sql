DROP INDEX `races_name_date`;--> statement-breakpoint
CREATE INDEX `races_visible_name_date` ON `races` (`name`,`date`) WHERE hidden = 0 and pending_import_id is null;