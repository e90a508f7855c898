CREATE TABLE `recall_bits` (
	`branch` integer NOT NULL,
	`mark` integer NOT NULL,
	`back` integer NOT NULL,
	`seq` integer NOT NULL,
	`model` integer NOT NULL,
	`bits` blob NOT NULL,
	PRIMARY KEY(`branch`, `mark`, `back`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `recall_model` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`dimension` integer NOT NULL,
	`embedded` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recall_model_name_unique` ON `recall_model` (`name`);--> statement-breakpoint
CREATE TABLE `recall_vector` (
	`seq` integer PRIMARY KEY NOT NULL,
	`model` integer NOT NULL,
	`vector` blob
);
--> statement-breakpoint
CREATE VIEW `recall_said` AS
SELECT e.seq, e.chat, e.text, coalesce(r.message_seq, e.seq) AS of FROM `event` e LEFT JOIN `revision` r ON r.seq = e.seq
WHERE e.text IS NOT NULL AND (r.seq IS NOT NULL OR EXISTS (SELECT 1 FROM `recall_place` p WHERE p.seq = e.seq));
