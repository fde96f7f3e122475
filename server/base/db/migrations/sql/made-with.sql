-- The API key that a change was made with, such as "API key “Front desk” of Bright Smiles". Null for a change by a person.
-- The words are kept, because keys and groups are deleted.
alter table listing_history add column made_with text;
alter table appointment_events add column made_with text;
