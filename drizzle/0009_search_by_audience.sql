CREATE TABLE `audience` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`members` text NOT NULL,
	`is_open` integer NOT NULL,
	UNIQUE(`chat`, `members`, `is_open`)
);
--> statement-breakpoint
CREATE VIEW `message_audience` AS
SELECT m.seq, b.chat, iif(m.known_to = '[]', m.present, m.known_to) AS members, m.known_to = '[]' AND NOT m.confided AS is_open
FROM `message` m JOIN `branch` b ON b.id = m.branch
UNION ALL
SELECT m.seq, b.chat, iif(r.known_to = '[]', m.present, r.known_to), r.known_to = '[]' AND NOT m.confided
FROM `revision` r JOIN `message` m ON m.seq = r.message_seq JOIN `branch` b ON b.id = m.branch
WHERE r.known_to IS NOT NULL;
--> statement-breakpoint
CREATE VIEW `message_words` AS
SELECT m.seq, (
	SELECT group_concat(marked_words(w.id, v.text), ' ')
	FROM (
		SELECT a.id FROM `audience` a
		WHERE a.chat = b.chat AND a.members = iif(m.known_to = '[]', m.present, m.known_to)
			AND a.is_open = (m.known_to = '[]' AND NOT m.confided)
		UNION
		SELECT a.id FROM `revision` r CROSS JOIN `audience` a
		WHERE r.message_seq = m.seq AND r.known_to IS NOT NULL AND a.chat = b.chat
			AND a.members = iif(r.known_to = '[]', m.present, r.known_to)
			AND a.is_open = (r.known_to = '[]' AND NOT m.confided)
	) w CROSS JOIN (
		SELECT m.text AS text
		UNION
		SELECT r.text FROM `revision` r WHERE r.message_seq = m.seq AND r.text IS NOT NULL
	) v
) AS text
FROM `message` m JOIN `branch` b ON b.id = m.branch;
--> statement-breakpoint
DROP TABLE `message_text`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `message_text` USING fts5(text, content='', columnsize=0, tokenize='ascii');
--> statement-breakpoint
INSERT INTO `audience`(chat, members, is_open) SELECT DISTINCT chat, members, is_open FROM `message_audience`;
--> statement-breakpoint
INSERT INTO `message_text`(rowid, text) SELECT seq, text FROM `message_words` ORDER BY seq;
