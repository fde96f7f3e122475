-- Without statistics of its own, the planner takes an invoice number for frequent and walks through all payments. It ignores those
-- of partial indexes.
create statistics transactions_number_share on (lower(number)) from transactions;
analyze transactions;
