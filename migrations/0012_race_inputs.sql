ALTER TABLE `analyses` ADD `inputs` text;--> statement-breakpoint
ALTER TABLE `races` ADD `inputs_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `races` ADD `weights_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `races` SET `inputs_version` = `data_version`, `weights_version` = `data_version`;
