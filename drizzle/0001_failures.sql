CREATE TABLE `failure` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`kind` text NOT NULL,
	`model` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL,
	`prompt` text NOT NULL,
	`raw` text NOT NULL,
	`wanted` text NOT NULL,
	`owner` text,
	`message` text,
	`at` text NOT NULL,
	`answer` text,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
