ALTER TABLE `models` ADD `published_at` integer;--> statement-breakpoint
ALTER TABLE `models` ADD `shows_choice` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `models_published` ON `models` (`id`) WHERE published_at is not null;