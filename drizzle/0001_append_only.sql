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
