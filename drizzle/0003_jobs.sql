CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`kind` text NOT NULL,
	`about` text NOT NULL,
	`branch` integer NOT NULL,
	`about_seq` integer NOT NULL,
	`source` text NOT NULL,
	`owner` text,
	`state` text NOT NULL,
	`priority` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`yields` integer DEFAULT 0 NOT NULL,
	`added_at` text NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_by_state` ON `job` (`chat`,`state`,`priority`,`about_seq`);--> statement-breakpoint
CREATE TABLE `job_lease` (
	`chat` text PRIMARY KEY NOT NULL,
	`terminal` text NOT NULL,
	`pid` integer NOT NULL,
	`beat` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `outcome` (
	`seq` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`job` text NOT NULL,
	`source` text NOT NULL,
	`branch` integer NOT NULL,
	`about_seq` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `event`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outcome_by_place` ON `outcome` (`branch`,`about_seq`,`seq`);--> statement-breakpoint
CREATE INDEX `outcome_by_source` ON `outcome` (`chat`,`job`,`source`);--> statement-breakpoint
CREATE TABLE `__new_record` (
	`key` integer NOT NULL,
	`seq` integer NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`n` integer NOT NULL,
	`branch` integer NOT NULL,
	`value` text NOT NULL,
	`owner` text,
	`about` integer,
	PRIMARY KEY(`key`, `seq`, `found`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_record`("key", "seq", "found", "n", "branch", "value", "owner", "about") SELECT "key", "seq", 0, "n", "branch", "value", "owner", "about" FROM `record`;--> statement-breakpoint
DROP TABLE `record`;--> statement-breakpoint
ALTER TABLE `__new_record` RENAME TO `record`;--> statement-breakpoint
CREATE INDEX `record_by_seq` ON `record` (`seq`);--> statement-breakpoint
CREATE INDEX `record_by_message` ON `record` (`about`) WHERE about IS NOT NULL;
