CREATE TABLE `kept_entries` (
	`source` text NOT NULL,
	`page` integer NOT NULL,
	`entries` text NOT NULL,
	PRIMARY KEY(`source`, `page`)
);
--> statement-breakpoint
CREATE TABLE `kept_lore` (
	`source` text PRIMARY KEY NOT NULL,
	`shape` text NOT NULL,
	`digest` text NOT NULL,
	`keys` blob NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `kept_lore_stale` AFTER UPDATE OF kind, name, body ON `preset` WHEN old.kind = 'lorebook'
BEGIN
	DELETE FROM `kept_lore` WHERE source = 'book ' || old.name;
	DELETE FROM `kept_entries` WHERE source = 'book ' || old.name;
END;
--> statement-breakpoint
CREATE TRIGGER `kept_lore_gone` AFTER DELETE ON `preset` WHEN old.kind = 'lorebook'
BEGIN
	DELETE FROM `kept_lore` WHERE source = 'book ' || old.name;
	DELETE FROM `kept_entries` WHERE source = 'book ' || old.name;
END;
--> statement-breakpoint
DROP VIEW `recall_row`;
--> statement-breakpoint
CREATE VIEW `recall_row` AS
SELECT s.seq, recall_words(
	(
		SELECT json_group_array(w.mark) FROM (
			SELECT a.mark FROM `message` m JOIN `presence` p ON p.id = m.present CROSS JOIN `recall_audience` a
			WHERE m.branch = s.branch AND m.seq = s.seq AND a.chat = s.chat
				AND a.members = iif(m.known_to = '[]', p.members, m.known_to)
				AND a.is_open = (m.known_to = '[]' AND NOT m.confided)
			UNION
			SELECT a.mark FROM `revision` r CROSS JOIN `message` m ON m.branch = s.branch AND m.seq = s.seq
				JOIN `presence` p ON p.id = m.present CROSS JOIN `recall_audience` a
			WHERE r.message_seq = s.seq AND r.known_to IS NOT NULL AND a.chat = s.chat
				AND a.members = iif(r.known_to = '[]', p.members, r.known_to)
				AND a.is_open = (r.known_to = '[]' AND NOT m.confided)
			UNION
			SELECT a.mark FROM `recall_audience` a
			WHERE s.kind = 'memory_written' AND a.chat = s.chat
				AND a.members = json_array(s.payload ->> '$.owner') AND a.is_open = 0
		) w
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
