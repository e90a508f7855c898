CREATE TABLE `server` (
	`url` text PRIMARY KEY NOT NULL,
	`allowed_at` text,
	`cache` text
);
