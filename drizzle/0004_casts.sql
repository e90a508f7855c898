CREATE TABLE `arrival` (
	`seq` integer PRIMARY KEY NOT NULL,
	`branch` integer NOT NULL,
	`character` text NOT NULL,
	`present` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `arrival_by_branch` ON `arrival` (`branch`,`seq`);--> statement-breakpoint
CREATE TABLE `lease` (
	`chat` text PRIMARY KEY NOT NULL,
	`terminal` text NOT NULL,
	`pid` integer NOT NULL,
	`beat` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `terminal` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`pid` integer NOT NULL,
	`character` text,
	`is_typing` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `chat` ADD `director` text DEFAULT '{"strategy":"natural","selfReply":false,"muted":[],"talkativeness":{}}' NOT NULL;--> statement-breakpoint
ALTER TABLE `chat` ADD `players` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `message` ADD `confided` integer DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO `arrival` SELECT e.seq, e.branch, json_extract(e.payload, '$.character'), (
	SELECT json_group_array(p.who) FROM (
		SELECT json_extract(payload, '$.character') AS who FROM `event`
		WHERE chat = e.chat AND kind = 'character_joined' AND seq <= e.seq ORDER BY seq
	) p
) FROM `event` e WHERE e.kind = 'character_joined' AND json_extract(e.payload, '$.knowsPast');--> statement-breakpoint
UPDATE `chat` SET world = 'null';--> statement-breakpoint
DELETE FROM `snapshot`;
