CREATE TABLE `token_count` (
	`model` text NOT NULL,
	`hash` text NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`model`, `hash`)
);
