-- The bitmaps tell which listings are open at every minute of an hour, and which have 250 reviews or more. Hours are Eastern
-- ones.

-- The server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
