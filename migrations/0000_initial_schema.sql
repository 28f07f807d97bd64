CREATE TABLE `downgrades` (
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`at` integer NOT NULL,
	`plan_intent_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`user_id`, `month`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE INDEX `mail_codes_user_id` ON `mail_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `plan_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`plan` integer NOT NULL,
	`reason` text NOT NULL,
	`effective_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`source` text DEFAULT 'product' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_changes_plan_known" CHECK("plan_changes"."plan" >= 0 and "plan_changes"."plan" <= 106)
);
--> statement-breakpoint
CREATE INDEX `plan_changes_user_id_effective_at` ON `plan_changes` (`user_id`,`effective_at`);--> statement-breakpoint
CREATE TABLE `plan_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_plan` integer NOT NULL,
	`plan` integer NOT NULL,
	`status` text NOT NULL,
	`checkout_id` text,
	`checkout_url` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "plan_intents_kind_known" CHECK("plan_intents"."kind" in ('checkout', 'change', 'cancel')),
	CONSTRAINT "plan_intents_status_known" CHECK("plan_intents"."status" in ('open', 'done', 'refused'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plan_intents_one_open` ON `plan_intents` (`user_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `plan_intents_user_id_created_at` ON `plan_intents` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `rate_limits_window_start` ON `rate_limits` (`window_start`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`staff_until` integer,
	`device` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user_id` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`customer_id` text
);
--> statement-breakpoint
CREATE INDEX `stripe_events_customer_id` ON `stripe_events` (`customer_id`) WHERE processed_at is null;--> statement-breakpoint
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
	`billing_ticket` integer DEFAULT 0 NOT NULL,
	`billing_applied` integer DEFAULT 0 NOT NULL,
	`erased_at` integer,
	`default_model_id` integer,
	`name_hidden_at` integer,
	`customer_asked_at` integer,
	CONSTRAINT "users_plan_known" CHECK("users"."plan" >= 0 and "users"."plan" <= 106),
	CONSTRAINT "users_sex_known" CHECK("users"."sex" in (0, 1, 2)),
	CONSTRAINT "users_prefectures_known" CHECK("users"."prefectures" between 0 and 47),
	CONSTRAINT "users_fav_ticket_type_known" CHECK("users"."fav_ticket_type" between 0 and 8),
	CONSTRAINT "users_deleted_keep_nothing" CHECK(("users"."deleted_at" is null and "users"."email" is not null and "users"."password_hash" is not null) or ("users"."deleted_at" is not null and "users"."email" is null and "users"."password_hash" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE INDEX `users_to_erase` ON `users` (`deleted_at`) WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE TABLE `favourite_horses` (
	`user_id` integer NOT NULL,
	`horse_id` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `horse_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `favourite_horses_horse_id` ON `favourite_horses` (`horse_id`);--> statement-breakpoint
CREATE TABLE `horse_marks` (
	`user_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`horse_id` text NOT NULL,
	`mark` text NOT NULL,
	`marked_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `race_id`, `horse_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "horse_marks_mark_known" CHECK("horse_marks"."mark" in ('favourite', 'rival', 'third', 'fourth', 'outsider', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX `horse_marks_user_id_horse_id` ON `horse_marks` (`user_id`,`horse_id`);--> statement-breakpoint
CREATE TABLE `horse_notes` (
	`user_id` integer NOT NULL,
	`horse_id` text NOT NULL,
	`noted_at` integer NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`user_id`, `horse_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
	`inputs` text,
	`day_id` integer,
	`order_exponents` text,
	`zipped_details` blob,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`day_id`) REFERENCES `analysis_days`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "analyses_status_known" CHECK("analyses"."status" in (1, 2, 3)),
	CONSTRAINT "analyses_complete_has_scores" CHECK("analyses"."status" <> 2 or ("analyses"."scores" is not null and "analyses"."completed_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analyses_once` ON `analyses` (`model_id`,`race_id`,`race_data_version`) WHERE deleted_at is null and status in (1, 2);--> statement-breakpoint
CREATE INDEX `analyses_user_id_created_at` ON `analyses` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `analyses_user_id_status` ON `analyses` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `analyses_race_id` ON `analyses` (`race_id`);--> statement-breakpoint
CREATE INDEX `analyses_day_open` ON `analyses` (`status`,`day_id`) WHERE day_id is not null and status = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `analyses_day_id` ON `analyses` (`day_id`) WHERE day_id is not null;--> statement-breakpoint
CREATE INDEX `analyses_shared` ON `analyses` (`id`) WHERE shared_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `analyses_shared_deleted` ON `analyses` (`id`) WHERE shared_at is not null and deleted_at is not null;--> statement-breakpoint
CREATE TABLE `analysis_days` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`date` text NOT NULL,
	`form_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`stopped_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `analysis_days_user_id_form_key` ON `analysis_days` (`user_id`,`form_key`);--> statement-breakpoint
CREATE INDEX `analysis_days_user_id_date` ON `analysis_days` (`user_id`,`date`);--> statement-breakpoint
CREATE TABLE `analysis_tombstones` (
	`analysis_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`race_data_version` integer NOT NULL,
	`model_name` text NOT NULL,
	`venue_type` integer NOT NULL,
	`race_info` text NOT NULL,
	`picks` text NOT NULL,
	`is_learnt_from` integer NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer NOT NULL,
	`deleted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `analysis_tombstones_user_id_completed_at` ON `analysis_tombstones` (`user_id`,`completed_at`);--> statement-breakpoint
CREATE TABLE `artifact_removals` (
	`artifact_key` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_days` (
	`date` text PRIMARY KEY NOT NULL,
	`data_version` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
	`details` text,
	`parent_id` integer,
	`kept_out_at` integer,
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
CREATE INDEX `models_parent_id` ON `models` (`parent_id`) WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX `models_status_venue_type` ON `models` (`status`,`venue_type`);--> statement-breakpoint
CREATE INDEX `models_artifact_key` ON `models` (`artifact_key`) WHERE artifact_key is not null;--> statement-breakpoint
CREATE TABLE `ranking_builds` (
	`id` text PRIMARY KEY NOT NULL,
	`cadence` text NOT NULL,
	`period_key` text NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`ledger_state` text NOT NULL,
	`participants` integer NOT NULL,
	`built_at` integer NOT NULL,
	CONSTRAINT "ranking_builds_cadence_known" CHECK("ranking_builds"."cadence" in ('weekly', 'monthly'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ranking_builds_cadence_period_key` ON `ranking_builds` (`cadence`,`period_key`);--> statement-breakpoint
CREATE TABLE `ranking_entries` (
	`build_id` text NOT NULL,
	`ranking_key` text NOT NULL,
	`period_key` text NOT NULL,
	`model_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`build_id`, `ranking_key`, `model_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ranking_entries_user_id_build_id` ON `ranking_entries` (`user_id`,`build_id`);--> statement-breakpoint
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
	`win_hits` integer DEFAULT 0 NOT NULL,
	`place_hits` integer DEFAULT 0 NOT NULL,
	`quinella_hits` integer DEFAULT 0 NOT NULL,
	`picks` text DEFAULT '[]' NOT NULL,
	PRIMARY KEY(`model_id`, `race_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settled_bets_stakes" CHECK("settled_bets"."win_stake_yen" >= 0 and "settled_bets"."place_stake_yen" >= 0 and "settled_bets"."quinella_stake_yen" >= 0)
);
--> statement-breakpoint
CREATE INDEX `settled_bets_date_model_id` ON `settled_bets` (`date`,`model_id`);--> statement-breakpoint
CREATE INDEX `settled_bets_race_id` ON `settled_bets` (`race_id`);--> statement-breakpoint
CREATE TABLE `notification_choices` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`by_mail` integer DEFAULT false NOT NULL,
	`by_push` integer DEFAULT false NOT NULL,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notification_choices_kind_known" CHECK("notification_choices"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
CREATE INDEX `notification_choices_wanted` ON `notification_choices` (`kind`,`user_id`) WHERE by_mail = 1 or by_push = 1;--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`event_key` text NOT NULL,
	`day` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`path` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`mailed_at` integer,
	`pushed_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notifications_kind_known" CHECK("notifications"."kind" in ('weights-out', 'race-settled', 'favourite-entered', 'rankings-out', 'model-ready', 'root-final'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_user_id_event_key` ON `notifications` (`user_id`,`event_key`);--> statement-breakpoint
CREATE INDEX `notifications_open` ON `notifications` (`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `notifications_created_at` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`timeouts` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user_id` ON `push_subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
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
	`sent_at` integer NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dev_mails_job_id` ON `dev_mails` (`job_id`);--> statement-breakpoint
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
	`outages` integer DEFAULT 0 NOT NULL,
	`wakes` integer DEFAULT 0 NOT NULL,
	`wake_after` integer,
	CONSTRAINT "jobs_status_known" CHECK("jobs"."status" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "jobs_queue_known" CHECK("jobs"."queue" in ('train', 'score', 'background', 'ingest', 'notify', 'push')),
	CONSTRAINT "jobs_running_has_lease" CHECK("jobs"."status" <> 'running' or ("jobs"."lease_owner" is not null and "jobs"."lease_until" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_open_once` ON `jobs` (`kind`,`subject`) WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX `jobs_status_run_after` ON `jobs` (`status`,`run_after`);--> statement-breakpoint
CREATE TABLE `own_budgets` (
	`user_id` integer NOT NULL,
	`month` text NOT NULL,
	`race_id` text NOT NULL,
	`yen` integer NOT NULL,
	`typed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`, `race_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `own_limits` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer,
	`raise_to` integer,
	`raise_at` integer,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "own_limits_kind_known" CHECK("own_limits"."kind" in ('analyses', 'budget'))
);
--> statement-breakpoint
CREATE TABLE `own_pauses` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `record_entries` (
	`analysis_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`model_name` text NOT NULL,
	`race_id` text NOT NULL,
	`date` text NOT NULL,
	`picks` text NOT NULL,
	`is_learnt_from` integer NOT NULL,
	`completed_at` integer NOT NULL,
	`deleted_at` integer,
	`seen_version` integer,
	`result_kind` text,
	`starters` integer,
	`finish` integer,
	`odds` real,
	`popularity` integer,
	`bets` text,
	`favourite` text,
	`has_seal` integer DEFAULT false NOT NULL,
	`sealed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "record_entries_result_kind_known" CHECK("record_entries"."result_kind" is null or "record_entries"."result_kind" in ('settled', 'returned', 'none')),
	CONSTRAINT "record_entries_settled_has_bets" CHECK("record_entries"."result_kind" is null or "record_entries"."bets" is not null)
);
--> statement-breakpoint
CREATE INDEX `record_entries_model_id_date` ON `record_entries` (`model_id`,`date`,`seen_version`,`deleted_at`,`sealed_at`);--> statement-breakpoint
CREATE INDEX `record_entries_user_id_date` ON `record_entries` (`user_id`,`date`,`seen_version`,`deleted_at`,`sealed_at`);--> statement-breakpoint
CREATE INDEX `record_entries_race_id` ON `record_entries` (`race_id`);--> statement-breakpoint
CREATE INDEX `record_entries_unseen` ON `record_entries` (`analysis_id`) WHERE seen_version is null;--> statement-breakpoint
CREATE TABLE `record_figures` (
	`scope` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`version` text NOT NULL,
	`figures` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `record_figures_user_id` ON `record_figures` (`user_id`);--> statement-breakpoint
CREATE TABLE `import_races` (
	`import_id` integer NOT NULL,
	`race_id` text NOT NULL,
	`is_new` integer NOT NULL,
	`place` text,
	`before` text,
	PRIMARY KEY(`import_id`, `race_id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action
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
	`data_version` integer,
	`kept_aside` integer DEFAULT 0 NOT NULL,
	`undoes` integer,
	`before_parts` integer,
	CONSTRAINT "imports_source_known" CHECK("imports"."source" in ('sample', 'real')),
	CONSTRAINT "imports_status_known" CHECK("imports"."status" in ('receiving', 'queued', 'validating', 'applying', 'done', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `imports_status` ON `imports` (`status`);--> statement-breakpoint
CREATE INDEX `imports_data_version` ON `imports` (`data_version`);--> statement-breakpoint
CREATE INDEX `imports_before_parts` ON `imports` (`finished_at`) WHERE before_parts is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `imports_undone_once` ON `imports` (`undoes`) WHERE undoes is not null and status not in ('refused', 'failed');--> statement-breakpoint
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
CREATE TABLE `race_aliases` (
	`alias` text PRIMARY KEY NOT NULL,
	`race_id` text NOT NULL,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `race_aliases_race_id` ON `race_aliases` (`race_id`);--> statement-breakpoint
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
	`meeting_num` integer,
	`meeting_day` integer,
	`grade` text,
	`race_class` text,
	`inputs_version` integer DEFAULT 0 NOT NULL,
	`weights_version` integer DEFAULT 0 NOT NULL,
	`undone_to` integer,
	`weight_rule` text,
	`entry_marks` text,
	`course_way` text,
	`rail` text,
	`purses_yen` text,
	`laps_s` text,
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
CREATE INDEX `races_visible_venue_type_date` ON `races` (`venue_type`,`date`) WHERE hidden = 0 and pending_import_id is null;--> statement-breakpoint
CREATE INDEX `races_visible_name_date` ON `races` (`name`,`date`) WHERE hidden = 0 and pending_import_id is null;--> statement-breakpoint
CREATE INDEX `races_data_version` ON `races` (`data_version`);--> statement-breakpoint
CREATE INDEX `races_pending_import_id` ON `races` (`pending_import_id`) WHERE pending_import_id is not null;--> statement-breakpoint
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
	`dam_name` text,
	`trainer_base` text,
	`apprentice` text,
	`blinkers` integer,
	`lengths` text,
	`content_hash` text NOT NULL,
	PRIMARY KEY(`race_id`, `horse_num`),
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "runners_horse_num_positive" CHECK("runners"."horse_num" >= 1),
	CONSTRAINT "runners_status_known" CHECK("runners"."status" in ('entered', 'finished', 'scratched', 'excluded', 'did_not_finish', 'disqualified', 'no_result')),
	CONSTRAINT "runners_sex_known" CHECK("runners"."sex" in ('male', 'female', 'gelding')),
	CONSTRAINT "runners_finished_has_position" CHECK("runners"."status" <> 'finished' or "runners"."finish_position" is not null)
);
--> statement-breakpoint
CREATE INDEX `runners_horse_id` ON `runners` (`horse_id`);--> statement-breakpoint
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
CREATE TABLE `delivered_days` (
	`day` text PRIMARY KEY NOT NULL,
	`last_at` integer NOT NULL,
	`alerted_at` integer
);
--> statement-breakpoint
CREATE TABLE `horse_records` (
	`horse_id` text PRIMARY KEY NOT NULL,
	`records` blob NOT NULL,
	`sire_name` text,
	`dam_name` text,
	`dam_sire_name` text,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `odds` (
	`race_id` text NOT NULL,
	`kind` text NOT NULL,
	`order_key` text NOT NULL,
	`odds` text NOT NULL,
	PRIMARY KEY(`race_id`, `kind`, `order_key`)
);
--> statement-breakpoint
CREATE TABLE `race_records` (
	`race_id` text PRIMARY KEY NOT NULL,
	`records` blob NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `records_aside` (
	`id` text PRIMARY KEY NOT NULL,
	`race_id` text,
	`kind` text NOT NULL,
	`field` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`record` blob NOT NULL,
	`file` text,
	`line` integer
);
--> statement-breakpoint
CREATE INDEX `records_aside_race_id` ON `records_aside` (`race_id`);--> statement-breakpoint
CREATE INDEX `records_aside_created_at` ON `records_aside` (`created_at`);--> statement-breakpoint
CREATE TABLE `seal_days` (
	`day` text PRIMARY KEY NOT NULL,
	`previous` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	`frontier` text NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_days_open` ON `seal_days` ((closed_at is null)) WHERE closed_at is null;--> statement-breakpoint
CREATE TABLE `seal_forecasts` (
	`race_id` text NOT NULL,
	`lot` integer NOT NULL,
	`is_weight` integer NOT NULL,
	`version` integer NOT NULL,
	`leaf_id` integer NOT NULL,
	PRIMARY KEY(`race_id`, `lot`, `is_weight`, `version`),
	FOREIGN KEY (`leaf_id`) REFERENCES `seal_leaves`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `seal_heads` (
	`id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`day`) REFERENCES `seal_days`(`day`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_heads_day_count` ON `seal_heads` (`day`,`count`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_heads_root` ON `seal_heads` (`root`);--> statement-breakpoint
CREATE TABLE `seal_keys` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `seal_leaves` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`day` text,
	`position` integer,
	`sealed_at` integer,
	`body` text,
	`analysis_id` integer,
	`batch_key` text,
	`race_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`day`) REFERENCES `seal_days`(`day`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "seal_leaves_place" CHECK(("seal_leaves"."day" is null) = ("seal_leaves"."position" is null) and ("seal_leaves"."day" is null) = ("seal_leaves"."sealed_at" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_hash` ON `seal_leaves` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_day_position` ON `seal_leaves` (`day`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_analysis_id` ON `seal_leaves` (`analysis_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `seal_leaves_batch_key` ON `seal_leaves` (`batch_key`);--> statement-breakpoint
CREATE INDEX `seal_leaves_waiting` ON `seal_leaves` (`id`) WHERE position is null;--> statement-breakpoint
CREATE TABLE `seal_nodes` (
	`day` text NOT NULL,
	`level` integer NOT NULL,
	`index` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`day`, `level`, `index`)
);
--> statement-breakpoint
CREATE TABLE `seal_witnesses` (
	`head_id` text NOT NULL,
	`witness` text NOT NULL,
	`status` integer NOT NULL,
	`answer` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`head_id`, `witness`),
	FOREIGN KEY (`head_id`) REFERENCES `seal_heads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `crowd_forecasts` (
	`race_id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`forecast` text NOT NULL,
	`members` integer NOT NULL,
	`fixed_at` integer NOT NULL,
	FOREIGN KEY (`race_id`) REFERENCES `races`(`race_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `crowd_forecasts_date` ON `crowd_forecasts` (`date`);--> statement-breakpoint
CREATE TABLE `forecast_days` (
	`model_id` integer NOT NULL,
	`date` text NOT NULL,
	`races` integer NOT NULL,
	`loss` real NOT NULL,
	`uniform_loss` real NOT NULL,
	`sketch` text NOT NULL,
	`race_data_version` integer NOT NULL,
	PRIMARY KEY(`model_id`, `date`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "forecast_days_races" CHECK("forecast_days"."races" >= 0)
);
--> statement-breakpoint
CREATE INDEX `forecast_days_date_model_id` ON `forecast_days` (`date`,`model_id`);--> statement-breakpoint
CREATE TABLE `season_entries` (
	`build_id` text NOT NULL,
	`model_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`build_id`, `model_id`),
	FOREIGN KEY (`model_id`) REFERENCES `models`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `season_entries_user_id_build_id` ON `season_entries` (`user_id`,`build_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_user_id` ON `passkey_challenges` (`user_id`,`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`opens_console` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkeys_user_id` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`totp_seed` text NOT NULL,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`session_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `alarms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`level` text NOT NULL,
	`text` text NOT NULL,
	`raised_at` integer NOT NULL,
	`ended_at` integer,
	CONSTRAINT "alarms_level_known" CHECK("alarms"."level" in ('attention', 'broken'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alarms_open` ON `alarms` (`key`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `alarms_raised_at` ON `alarms` (`raised_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`staff_id` integer,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `staff` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`totp_seed` text NOT NULL,
	`totp_step` integer DEFAULT 0 NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
