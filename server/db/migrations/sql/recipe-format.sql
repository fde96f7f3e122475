-- How a recipe's files are read, where the operator set it by hand: encoding, delimiter, quote, header line, sheet.
alter table import_recipes add column format jsonb;
