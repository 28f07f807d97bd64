ALTER TABLE `analyses` ADD `order_exponents` text;--> statement-breakpoint
ALTER TABLE `analyses` ADD `zipped_details` blob;