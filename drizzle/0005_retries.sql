ALTER TABLE `failure` ADD `outcome` text;--> statement-breakpoint
ALTER TABLE `failure` ADD `job` text;