DROP TABLE `moved_races`;--> statement-breakpoint
ALTER TABLE `ledger_days` DROP COLUMN `moved_to`;--> statement-breakpoint
ALTER TABLE `ledger_days` DROP COLUMN `is_returning`;