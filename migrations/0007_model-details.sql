ALTER TABLE `analyses` ADD `details` text;--> statement-breakpoint
ALTER TABLE `models` ADD `details` text;