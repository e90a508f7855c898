CREATE TABLE `act_witness` (
	`branch` integer NOT NULL,
	`character` text NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`branch`, `character`, `seq`)
) WITHOUT ROWID;
