-- Chunks are about twice as long, and four of them fill a page, because half of a search's time went into the number of chunks. The
-- server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
alter table filter_bits alter bits type bit(15872);
