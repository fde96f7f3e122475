-- Set while a server opens the file of a waiting item. It stays set if the server is killed by the file.
alter table import_queue add column opened_at timestamptz;
-- How often the reading of a file in the workbench stopped with its server.
alter table import_files add column stops integer not null default 0;
