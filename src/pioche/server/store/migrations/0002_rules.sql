-- Entries say by which version of its rules a game began, and settings who begins. No table
-- changes; but a pioche that does not know these would read them wrongly, so it is to refuse.
UPDATE pioche SET pinged = pinged;
