CREATE TABLE `analyses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`race_data_version` integer NOT NULL,
	`model_name` text NOT NULL,
	`venue_type` integer NOT NULL,
	`race_info` text NOT NULL,
	`status` integer NOT NULL,
	`progress` real,
	`scores` text,
	`is_learnt_from` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`confirmed_at` integer,
	`shared_at` integer,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "analyses_status_known" CHECK("analyses"."status" in (1, 2, 3)),
	CONSTRAINT "analyses_complete_has_scores" CHECK("analyses"."status" <> 2 or ("analyses"."scores" is not null and "analyses"."completed_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analyses_once` ON `analyses` (`model_id`,`race_id`,`race_data_version`) WHERE deleted_at is null and status in (1, 2);--> statement-breakpoint
CREATE INDEX `analyses_user_id_created_at` ON `analyses` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `analyses_user_id_status` ON `analyses` (`user_id`,`status`);--> statement-breakpoint
CREATE TABLE `app_state` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dev_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dev_mails_job_id` ON `dev_mails` (`job_id`);--> statement-breakpoint
CREATE TABLE `downgrades` (
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`status` text NOT NULL,
	`files` text DEFAULT '[]' NOT NULL,
	`progress` real DEFAULT 0 NOT NULL,
	`next_chunk` integer DEFAULT 0 NOT NULL,
	`chunk_count` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`unchanged` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`errors` text DEFAULT '[]' NOT NULL,
	`error_count` integer DEFAULT 0 NOT NULL,
	`notices` text DEFAULT '[]' NOT NULL,
	`notice_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "imports_source_known" CHECK("imports"."source" in ('sample', 'real')),
	CONSTRAINT "imports_status_known" CHECK("imports"."status" in ('receiving', 'queued', 'validating', 'applying', 'done', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`queue` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`run_after` integer NOT NULL,
	`checkpoint` text,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "jobs_status_known" CHECK("jobs"."status" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "jobs_queue_known" CHECK("jobs"."queue" in ('train', 'score', 'background', 'ingest', 'notify')),
	CONSTRAINT "jobs_running_has_lease" CHECK("jobs"."status" <> 'running' or ("jobs"."lease_owner" is not null and "jobs"."lease_until" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open_once` ON `jobs` (`kind`,`subject`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `jobs_status_run_after` ON `jobs` (`status`,`run_after`);--> statement-breakpoint
CREATE TABLE `mail_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`user_id` integer,
	`attribution` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_codes_kind_known" CHECK("mail_codes"."kind" in ('sign-up', 'reset-password', 'change-email'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_codes_code_hash` ON `mail_codes` (`code_hash`);--> statement-breakpoint
CREATE INDEX `mail_codes_email_kind` ON `mail_codes` (`email`,`kind`);--> statement-breakpoint
CREATE TABLE `models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`venue_type` integer NOT NULL,
	`is_all_venue` integer,
	`features` text NOT NULL,
	`feature_count` integer NOT NULL,
	`is_weight` integer NOT NULL,
	`status` integer NOT NULL,
	`progress` real,
	`cutoff_day` text,
	`artifact_key` text,
	`report` text,
	`form_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`confirmed_at` integer,
	`deleted_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "models_status_known" CHECK("models"."status" in (1, 2, 3)),
	CONSTRAINT "models_venue_type_known" CHECK("models"."venue_type" in (1, 2, 3)),
	CONSTRAINT "models_is_all_venue_by_type" CHECK(("models"."venue_type" = 1 and "models"."is_all_venue" is null) or ("models"."venue_type" > 1 and "models"."is_all_venue" is not null and "models"."is_all_venue" in (0, 1))),
	CONSTRAINT "models_name_length" CHECK(length("models"."name") between 1 and 15),
	CONSTRAINT "models_feature_count_positive" CHECK("models"."feature_count" >= 1),
	CONSTRAINT "models_complete_has_artifact" CHECK("models"."status" <> 2 or ("models"."artifact_key" is not null and "models"."completed_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_user_id_form_key` ON `models` (`user_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `models_user_id_created_at` ON `models` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `models_status_venue_type` ON `models` (`status`,`venue_type`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`race_id` text NOT NULL,
	`bet_type` text NOT NULL,
	`combination` text NOT NULL,
	`payout_yen` integer NOT NULL,
	PRIMARY KEY(`race_id`, `bet_type`, `combination`),
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payouts_payout_yen_not_negative" CHECK("payouts"."payout_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE `plan_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`plan` integer NOT NULL,
	`reason` text NOT NULL,
	`effective_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_changes_plan_known" CHECK("plan_changes"."plan" >= 0 and "plan_changes"."plan" <= 106)
);
--> statement-breakpoint
CREATE INDEX `plan_changes_user_id_effective_at` ON `plan_changes` (`user_id`,`effective_at`);--> statement-breakpoint
CREATE TABLE `races` (
	`race_id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`venue` text NOT NULL,
	`venue_type` integer NOT NULL,
	`race_num` integer NOT NULL,
	`name` text NOT NULL,
	`start_time` text,
	`surface` text,
	`distance_m` integer,
	`weather` text,
	`going` text,
	`status` text NOT NULL,
	`source` text NOT NULL,
	`runner_count` integer DEFAULT 0 NOT NULL,
	`weighed_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`pending_import_id` integer,
	`data_version` integer NOT NULL,
	`content_hash` text NOT NULL,
	FOREIGN KEY (`pending_import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "races_venue_type_known" CHECK("races"."venue_type" between 1 and 4),
	CONSTRAINT "races_status_known" CHECK("races"."status" in ('scheduled', 'result', 'cancelled')),
	CONSTRAINT "races_surface_known" CHECK("races"."surface" in ('turf', 'dirt', 'jump')),
	CONSTRAINT "races_weather_known" CHECK("races"."weather" in ('fine', 'cloudy', 'rainy', 'drizzle', 'snow', 'light_snow')),
	CONSTRAINT "races_going_known" CHECK("races"."going" in ('firm', 'good', 'yielding', 'soft')),
	CONSTRAINT "races_source_known" CHECK("races"."source" in ('sample', 'real'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `races_date_venue_race_num` ON `races` (`date`,`venue`,`race_num`,`source`);--> statement-breakpoint
CREATE INDEX `races_venue_type_date` ON `races` (`venue_type`,`date`);--> statement-breakpoint
CREATE INDEX `races_pending_import_id` ON `races` (`pending_import_id`) WHERE pending_import_id is not null;--> statement-breakpoint
CREATE TABLE `ranking_builds` (
	`kind` text NOT NULL,
	`period` text NOT NULL,
	`status` text NOT NULL,
	`object_key` text,
	`built_at` integer,
	PRIMARY KEY(`kind`, `period`),
	CONSTRAINT "ranking_builds_status_known" CHECK("ranking_builds"."status" in ('counting', 'ready'))
);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_limits_window_start` ON `rate_limits` (`window_start`);--> statement-breakpoint
CREATE TABLE `runners` (
	`race_id` text NOT NULL,
	`horse_num` integer NOT NULL,
	`bracket_num` integer,
	`horse_id` text NOT NULL,
	`horse_name` text NOT NULL,
	`sex` text,
	`age` integer,
	`carried_weight_kg` real,
	`jockey_id` text,
	`jockey_name` text,
	`trainer_id` text,
	`trainer_name` text,
	`status` text NOT NULL,
	`finish_position` integer,
	`time_s` real,
	`margin_s` real,
	`corner_positions` text,
	`last_600m_s` real,
	`win_odds` real,
	`popularity` integer,
	`body_weight_kg` integer,
	`body_weight_change_kg` integer,
	`prize_yen` integer,
	`sire_name` text,
	`dam_sire_name` text,
	`trouble` integer,
	`content_hash` text NOT NULL,
	PRIMARY KEY(`race_id`, `horse_num`),
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "runners_horse_num_positive" CHECK("runners"."horse_num" >= 1),
	CONSTRAINT "runners_status_known" CHECK("runners"."status" in ('entered', 'finished', 'scratched', 'excluded', 'did_not_finish', 'disqualified', 'no_result')),
	CONSTRAINT "runners_sex_known" CHECK("runners"."sex" in ('male', 'female', 'gelding')),
	CONSTRAINT "runners_finished_has_position" CHECK("runners"."status" <> 'finished' or "runners"."finish_position" is not null)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user_id` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settled_bets` (
	`model_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`date` text NOT NULL,
	`win_stake_yen` integer NOT NULL,
	`win_payout_yen` integer NOT NULL,
	`place_stake_yen` integer NOT NULL,
	`place_payout_yen` integer NOT NULL,
	`quinella_stake_yen` integer NOT NULL,
	`quinella_payout_yen` integer NOT NULL,
	`race_data_version` integer NOT NULL,
	`settled_at` integer NOT NULL,
	PRIMARY KEY(`model_id`, `race_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settled_bets_stakes" CHECK("settled_bets"."win_stake_yen" >= 0 and "settled_bets"."place_stake_yen" >= 0 and "settled_bets"."quinella_stake_yen" >= 0)
);
--> statement-breakpoint
CREATE INDEX `settled_bets_date_model_id` ON `settled_bets` (`date`,`model_id`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`stripe_subscription_id` text NOT NULL,
	`plan` integer NOT NULL,
	`status` text NOT NULL,
	`current_period_start` integer NOT NULL,
	`current_period_end` integer NOT NULL,
	`ended_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_plan_paid" CHECK("subscriptions"."plan" between 2 and 99)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_stripe_subscription_id` ON `subscriptions` (`stripe_subscription_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_active` ON `subscriptions` (`user_id`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `usage` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` integer NOT NULL,
	`day` text NOT NULL,
	`month` text NOT NULL,
	`under_free_limits` integer NOT NULL,
	`used_at` integer NOT NULL,
	`returned_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "usage_kind_known" CHECK("usage"."kind" in ('analysis', 'model'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `usage_kind_subject_id` ON `usage` (`kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `usage_user_id_kind_month` ON `usage` (`user_id`,`kind`,`month`,`day`);--> statement-breakpoint
CREATE INDEX `usage_user_id_kind_free` ON `usage` (`user_id`,`kind`,`under_free_limits`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text,
	`name` text NOT NULL,
	`password_hash` text,
	`plan` integer DEFAULT 1 NOT NULL,
	`birth_date` text DEFAULT '' NOT NULL,
	`sex` integer DEFAULT 0 NOT NULL,
	`fav_horse` text DEFAULT '' NOT NULL,
	`fav_jockey` text DEFAULT '' NOT NULL,
	`fav_ticket_type` integer DEFAULT 0 NOT NULL,
	`race_of_memories` text DEFAULT '' NOT NULL,
	`racing_experience` integer DEFAULT 0 NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`phone_number` text DEFAULT '' NOT NULL,
	`prefectures` integer DEFAULT 0 NOT NULL,
	`profile` text DEFAULT '' NOT NULL,
	`is_demo` integer DEFAULT false NOT NULL,
	`stripe_customer_id` text,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	CONSTRAINT "users_plan_known" CHECK("users"."plan" >= 0 and "users"."plan" <= 106),
	CONSTRAINT "users_sex_known" CHECK("users"."sex" in (0, 1, 2)),
	CONSTRAINT "users_prefectures_known" CHECK("users"."prefectures" between 0 and 47),
	CONSTRAINT "users_fav_ticket_type_known" CHECK("users"."fav_ticket_type" between 0 and 8),
	CONSTRAINT "users_deleted_keep_nothing" CHECK(("users"."deleted_at" is null and "users"."email" is not null and "users"."password_hash" is not null) or ("users"."deleted_at" is not null and "users"."email" is null and "users"."password_hash" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id` ON `users` (`stripe_customer_id`);