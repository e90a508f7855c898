CREATE TABLE `branch` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`parent` integer,
	`fork_seq` integer NOT NULL,
	`name` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `branch_by_fork` ON `branch` (`parent`,`fork_seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `branch_chat_name_unique` ON `branch` (`chat`,`name`);--> statement-breakpoint
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
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`head_branch` integer NOT NULL,
	`head_seq` integer NOT NULL,
	`world` text NOT NULL,
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
	`actor` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`branch`) REFERENCES `branch`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_id_unique` ON `event` (`id`);--> statement-breakpoint
CREATE INDEX `event_by_branch` ON `event` (`branch`,`seq`);--> statement-breakpoint
CREATE INDEX `event_by_chat` ON `event` (`chat`,`seq`);--> statement-breakpoint
CREATE TABLE `message` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`branch` integer NOT NULL,
	`turn` text NOT NULL,
	`speaker` text,
	`role` text NOT NULL,
	`text` text NOT NULL,
	`known_to` text NOT NULL,
	`present` text NOT NULL,
	`truncated` integer NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_id_unique` ON `message` (`id`);--> statement-breakpoint
CREATE INDEX `message_by_branch` ON `message` (`branch`,`seq`);--> statement-breakpoint
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
CREATE INDEX `move_by_target` ON `move` (`chat`,`to_branch`,`to_seq`);--> statement-breakpoint
CREATE TABLE `persona` (
	`name` text PRIMARY KEY NOT NULL,
	`description` text NOT NULL,
	CONSTRAINT "persona_has_name" CHECK(length("persona"."name") > 0)
);
--> statement-breakpoint
CREATE TABLE `revision` (
	`seq` integer PRIMARY KEY NOT NULL,
	`branch` integer NOT NULL,
	`message_seq` integer NOT NULL,
	`text` text,
	`known_to` text,
	`truncated` integer,
	`deleted` integer NOT NULL,
	FOREIGN KEY (`message_seq`) REFERENCES `message`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `revision_by_message` ON `revision` (`message_seq`,`seq`);--> statement-breakpoint
CREATE TABLE `scratch` (
	`chat` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`reply` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `snapshot` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`branch` integer NOT NULL,
	`seq` integer NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	`world` text NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `snapshot_by_branch` ON `snapshot` (`branch`,`seq`);--> statement-breakpoint
CREATE TABLE `witness` (
	`branch` integer NOT NULL,
	`character` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`branch`, `character`, `seq`),
	FOREIGN KEY (`seq`) REFERENCES `message`(`seq`) ON UPDATE no action ON DELETE no action
);
