CREATE TABLE `source` (
	`root` text NOT NULL,
	`path` text NOT NULL,
	`hash` text NOT NULL,
	`size` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`made` text NOT NULL,
	`elsewhere` text,
	PRIMARY KEY(`root`, `path`)
);
--> statement-breakpoint
CREATE INDEX `source_by_thing` ON `source` (`kind`,`name`);--> statement-breakpoint
CREATE TABLE `source_bytes` (
	`hash` text PRIMARY KEY NOT NULL,
	`packed` blob NOT NULL
);
