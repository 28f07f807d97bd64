UPDATE `jobs` SET `kind` = 'back-up-database' WHERE `kind` = 'copy-database';--> statement-breakpoint
UPDATE `app_state` SET `key` = 'last-backup' WHERE `key` = 'last-copy';
