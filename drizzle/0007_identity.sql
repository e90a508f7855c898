CREATE TABLE `kinship` (
	`identity` text PRIMARY KEY NOT NULL,
	`same` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `origin` (
	`card` text NOT NULL,
	`character` integer NOT NULL,
	`identity` text NOT NULL,
	PRIMARY KEY(`card`, `character`)
);
--> statement-breakpoint
ALTER TABLE `chat` ADD `pasts` text DEFAULT '{}' NOT NULL;