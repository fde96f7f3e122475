-- Finds the articles about the subject of a search.
create index articles_words on articles using gin (to_tsvector('english', title || ' ' || replace(topic_id, '-', ' ')));
