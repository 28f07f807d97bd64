CREATE TABLE `search_names` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`kind`, `key`, `id`),
	CONSTRAINT "search_names_kind_known" CHECK("search_names"."kind" in ('horse', 'jockey', 'race'))
);
--> statement-breakpoint
CREATE TABLE `search_pending` (
	`race_id` text PRIMARY KEY NOT NULL,
	`data_version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `races_name_date` ON `races` (`name`,`date`);--> statement-breakpoint
-- Of what is stored already: the next sweep enters its names.
INSERT INTO `search_pending` (`race_id`, `data_version`) SELECT `race_id`, `data_version` FROM `races`;
