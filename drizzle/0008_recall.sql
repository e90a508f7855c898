CREATE TABLE `recall_audience` (
	`chat` text NOT NULL,
	`members` text NOT NULL,
	`is_open` integer NOT NULL,
	`mark` integer NOT NULL,
	PRIMARY KEY(`chat`, `members`, `is_open`)
);
--> statement-breakpoint
CREATE TABLE `recall_mark` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recall_mark_key_unique` ON `recall_mark` (`key`);--> statement-breakpoint
CREATE TABLE `recall_place` (
	`seq` integer PRIMARY KEY NOT NULL,
	`branch` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` integer NOT NULL
);
--> statement-breakpoint
CREATE VIEW `recall_hearers` AS
SELECT seq, chat, members, is_open FROM `message_audience`
UNION ALL
SELECT seq, chat, json_array(payload ->> '$.owner'), 0 FROM `event` WHERE kind = 'memory_written';
--> statement-breakpoint
CREATE VIEW `recall_row` AS
SELECT s.seq, recall_words(
	(
		SELECT json_group_array(DISTINCT a.mark) FROM `recall_hearers` h
		CROSS JOIN `recall_audience` a ON a.chat = h.chat AND a.members = h.members AND a.is_open = h.is_open
		WHERE h.seq = s.seq
	),
	coalesce(o.branch, s.branch),
	(
		SELECT json_group_array(v.text) FROM (
			SELECT s.text AS text
			UNION
			SELECT e.text FROM `revision` r JOIN `event` e ON e.seq = r.seq WHERE r.message_seq = s.seq AND e.text IS NOT NULL
		) v
	)
) AS words
FROM `event` s LEFT JOIN `outcome` o ON o.seq = s.seq
WHERE s.kind = 'memory_written' OR EXISTS (SELECT 1 FROM `message` m WHERE m.branch = s.branch AND m.seq = s.seq);
--> statement-breakpoint
CREATE VIRTUAL TABLE `recall_text` USING fts5(words, content='', columnsize=0, detail=none, tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co M* So'");
--> statement-breakpoint
INSERT INTO `recall_audience`(chat, members, is_open, mark) SELECT DISTINCT chat, members, is_open, 0 FROM `recall_hearers`;
--> statement-breakpoint
CREATE TEMP VIEW `recall_keyed` AS
SELECT a.rowid AS id, a.is_open || (
	SELECT json_group_array(k) FROM (
		SELECT coalesce(
			(
				SELECT coalesce('c' || (m.value ->> '$.card.id') || ':' || (m.value ->> '$.card.index'), 'n' || lower(m.value ->> '$.name'))
				FROM `chat` c CROSS JOIN json_each(c.world, '$.cast') m WHERE c.id = a.chat AND m.value ->> '$.id' = j.value
			),
			'i' || j.value
		) AS k
		FROM json_each(a.members) j ORDER BY k
	)
) AS key FROM `recall_audience` a;
--> statement-breakpoint
INSERT INTO `recall_mark`(key) SELECT DISTINCT key FROM `recall_keyed` ORDER BY key;
--> statement-breakpoint
UPDATE `recall_audience` SET mark = (
	SELECT m.id FROM `recall_keyed` k CROSS JOIN `recall_mark` m ON m.key = k.key WHERE k.id = `recall_audience`.rowid
);
--> statement-breakpoint
DROP VIEW `recall_keyed`;
--> statement-breakpoint
INSERT INTO `recall_text`(rowid, words) SELECT seq, words FROM `recall_row` ORDER BY seq;
--> statement-breakpoint
INSERT INTO `recall_place`(seq, branch, at, kind)
SELECT r.seq, coalesce(o.branch, e.branch), coalesce(o.about_seq, e.seq),
	iif(e.kind = 'memory_written', 2, EXISTS (SELECT 1 FROM `revision` v WHERE v.message_seq = e.seq))
FROM `recall_row` r CROSS JOIN `event` e ON e.seq = r.seq LEFT JOIN `outcome` o ON o.seq = e.seq;
