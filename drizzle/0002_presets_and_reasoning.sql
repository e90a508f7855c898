CREATE TABLE `preset` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`foreign` text NOT NULL,
	`chosen` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
ALTER TABLE `message` ADD `reasoning` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The world has changed its shape: snapshots and heads are folded anew from the log.
DELETE FROM `snapshot`;
--> statement-breakpoint
UPDATE `chat` SET `world` = 'null';
