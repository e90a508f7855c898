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
-- Snapshots are made anew: the world has changed its shape.
DELETE FROM `snapshot`;
