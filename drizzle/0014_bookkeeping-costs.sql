ALTER TABLE `job` ADD `asked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `job` ADD `answered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `job` ADD `read` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `job` ADD `written` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `job_by_cost` ON `job` (`chat`,`about_seq`) WHERE asked > 0;