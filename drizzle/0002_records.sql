CREATE TABLE `record` (
	`key` integer NOT NULL,
	`seq` integer NOT NULL,
	`n` integer NOT NULL,
	`branch` integer NOT NULL,
	`value` text NOT NULL,
	`owner` text,
	`about` integer,
	PRIMARY KEY(`key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `record_by_seq` ON `record` (`seq`);
--> statement-breakpoint
CREATE INDEX `record_by_message` ON `record` (`about`) WHERE about IS NOT NULL;
--> statement-breakpoint
CREATE TABLE `record_key` (
	`id` integer PRIMARY KEY NOT NULL,
	`audience` integer NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `record_key_audience_key_unique` ON `record_key` (`audience`,`key`);
