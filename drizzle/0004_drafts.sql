CREATE TABLE `draft` (
	`chat` text NOT NULL,
	`character` text NOT NULL,
	`drafts` text NOT NULL,
	PRIMARY KEY(`chat`, `character`),
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `typed_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat` text NOT NULL,
	`character` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `typed_line_by_writer` ON `typed_line` (`chat`,`character`,`id`);