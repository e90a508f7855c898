CREATE VIRTUAL TABLE `message_text` USING fts5(text, content='', columnsize=0, detail=none, tokenize='ascii');
--> statement-breakpoint
INSERT INTO `message_text`(rowid, text) SELECT seq, indexed(text) FROM `message` ORDER BY seq;
--> statement-breakpoint
INSERT INTO `message_text`(rowid, text) SELECT seq, indexed(text) FROM `revision` WHERE text IS NOT NULL ORDER BY seq;
