CREATE TABLE `arrival` (
	`seq` integer PRIMARY KEY NOT NULL,
	`branch` integer NOT NULL,
	`character` text NOT NULL,
	`present` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `arrival_by_branch` ON `arrival` (`branch`,`seq`);
--> statement-breakpoint
CREATE TABLE `branch` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`parent` integer,
	`fork_seq` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `branch_by_fork` ON `branch` (`parent`,`fork_seq`);
--> statement-breakpoint
CREATE UNIQUE INDEX `branch_chat_name_unique` ON `branch` (`chat`,`name`);
--> statement-breakpoint
CREATE TABLE `card` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`spec` text NOT NULL,
	`kind` text NOT NULL,
	`bytes` blob NOT NULL,
	`added_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`deleted` integer DEFAULT false NOT NULL,
	`playing` text,
	`persona` text,
	`books` text DEFAULT '[]' NOT NULL,
	`director` text DEFAULT '{"strategy":"natural","selfReply":false,"muted":[],"talkativeness":{}}' NOT NULL,
	`players` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`head_branch` integer NOT NULL,
	`head_seq` integer NOT NULL,
	`world` text NOT NULL,
	`world_shape` text DEFAULT '' NOT NULL,
	`since_snapshot` integer DEFAULT 0 NOT NULL,
	`snapshot_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`chat` text NOT NULL,
	`branch` integer NOT NULL,
	`turn` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`payload` text NOT NULL,
	`text` text,
	`actor` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`branch`) REFERENCES `branch`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_id_unique` ON `event` (`id`);
--> statement-breakpoint
CREATE INDEX `event_by_branch` ON `event` (`branch`,`seq`);
--> statement-breakpoint
CREATE INDEX `event_by_chat` ON `event` (`chat`,`seq`);
--> statement-breakpoint
CREATE TABLE `message` (
	`branch` integer NOT NULL,
	`seq` integer NOT NULL,
	`speaker` text,
	`role` text NOT NULL,
	`known_to` text NOT NULL,
	`present` integer NOT NULL,
	`truncated` integer NOT NULL,
	`hidden` integer NOT NULL,
	`confided` integer NOT NULL,
	`reasoned` integer NOT NULL,
	PRIMARY KEY(`branch`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `move` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat` text NOT NULL,
	`kind` text NOT NULL,
	`from_branch` integer NOT NULL,
	`from_seq` integer NOT NULL,
	`to_branch` integer NOT NULL,
	`to_seq` integer NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `move_by_target` ON `move` (`chat`,`to_branch`,`to_seq`);
--> statement-breakpoint
CREATE TABLE `persona` (
	`name` text PRIMARY KEY NOT NULL,
	`description` text NOT NULL,
	CONSTRAINT "persona_has_name" CHECK(length("persona"."name") > 0)
);
--> statement-breakpoint
CREATE TABLE `presence` (
	`id` integer PRIMARY KEY NOT NULL,
	`members` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `presence_members_unique` ON `presence` (`members`);
--> statement-breakpoint
CREATE TABLE `preset` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`foreign` text NOT NULL,
	`chosen` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
CREATE TABLE `revision` (
	`seq` integer PRIMARY KEY NOT NULL,
	`branch` integer NOT NULL,
	`message_seq` integer NOT NULL,
	`known_to` text,
	`truncated` integer,
	`deleted` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `revision_by_message` ON `revision` (`message_seq`,`seq`);
--> statement-breakpoint
CREATE TABLE `snapshot` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`branch` integer NOT NULL,
	`seq` integer NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	`world` text NOT NULL,
	`shape` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `snapshot_by_branch` ON `snapshot` (`branch`,`seq`);
--> statement-breakpoint
CREATE TABLE `witness` (
	`branch` integer NOT NULL,
	`character` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`branch`, `character`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `lease` (
	`chat` text PRIMARY KEY NOT NULL,
	`terminal` text NOT NULL,
	`pid` integer NOT NULL,
	`beat` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `scratch` (
	`chat` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`reply` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `server` (
	`url` text PRIMARY KEY NOT NULL,
	`allowed_at` text,
	`cache` text
);
--> statement-breakpoint
CREATE TABLE `terminal` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`pid` integer NOT NULL,
	`character` text,
	`is_typing` integer DEFAULT false NOT NULL,
	`beat` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TRIGGER `event_refuses_update` BEFORE UPDATE ON `event` BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
--> statement-breakpoint
CREATE TRIGGER `event_refuses_delete` BEFORE DELETE ON `event` BEGIN SELECT RAISE(ABORT, 'the log is append only'); END;
--> statement-breakpoint
CREATE TRIGGER `move_refuses_update` BEFORE UPDATE ON `move` BEGIN SELECT RAISE(ABORT, 'moves are append only'); END;
--> statement-breakpoint
CREATE TRIGGER `move_refuses_delete` BEFORE DELETE ON `move` BEGIN SELECT RAISE(ABORT, 'moves are append only'); END;
--> statement-breakpoint
CREATE TRIGGER `card_refuses_update` BEFORE UPDATE ON `card` BEGIN SELECT RAISE(ABORT, 'cards are append only'); END;
--> statement-breakpoint
CREATE TRIGGER `card_refuses_delete` BEFORE DELETE ON `card` BEGIN SELECT RAISE(ABORT, 'cards are append only'); END;
--> statement-breakpoint
CREATE TABLE `audience` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`members` text NOT NULL,
	`is_open` integer NOT NULL,
	UNIQUE(`chat`, `members`, `is_open`)
);
--> statement-breakpoint
CREATE VIEW `message_audience` AS
SELECT s.seq, s.chat, iif(m.known_to = '[]', p.members, m.known_to) AS members, m.known_to = '[]' AND NOT m.confided AS is_open
FROM `event` s CROSS JOIN `message` m ON m.branch = s.branch AND m.seq = s.seq JOIN `presence` p ON p.id = m.present
UNION ALL
SELECT s.seq, s.chat, iif(r.known_to = '[]', p.members, r.known_to), r.known_to = '[]' AND NOT m.confided
FROM `event` s CROSS JOIN `revision` r ON r.message_seq = s.seq
	CROSS JOIN `message` m ON m.branch = s.branch AND m.seq = s.seq JOIN `presence` p ON p.id = m.present
WHERE r.known_to IS NOT NULL;
--> statement-breakpoint
CREATE VIEW `message_words` AS
SELECT s.seq, (
	SELECT group_concat(marked_words(w.id, v.text), ' ')
	FROM (
		SELECT a.id FROM `audience` a
		WHERE a.chat = s.chat AND a.members = iif(m.known_to = '[]', p.members, m.known_to)
			AND a.is_open = (m.known_to = '[]' AND NOT m.confided)
		UNION
		SELECT a.id FROM `revision` r CROSS JOIN `audience` a
		WHERE r.message_seq = s.seq AND r.known_to IS NOT NULL AND a.chat = s.chat
			AND a.members = iif(r.known_to = '[]', p.members, r.known_to)
			AND a.is_open = (r.known_to = '[]' AND NOT m.confided)
	) w CROSS JOIN (
		SELECT s.text AS text
		UNION
		SELECT e.text FROM `revision` r JOIN `event` e ON e.seq = r.seq WHERE r.message_seq = s.seq AND e.text IS NOT NULL
	) v
) AS text
FROM `event` s CROSS JOIN `message` m ON m.branch = s.branch AND m.seq = s.seq JOIN `presence` p ON p.id = m.present;
--> statement-breakpoint
CREATE VIRTUAL TABLE `message_text` USING fts5(text, content='', columnsize=0, tokenize='ascii');
