-- Erasing an account removes its owner's name and address from the audit log. Nothing else may change an entry.
create or replace function audit_log_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('enamel.erasing_account', true) = 'on' then
    if (new.id, new.at, new.actor_id, new.actor_name, new.actor_email, new.action, new.subject, new.subject_id)
       is not distinct from
       (old.id, old.at, old.actor_id, old.actor_name, old.actor_email, old.action, old.subject, old.subject_id) then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be added to' using errcode = '42501';
end $$;
grant update (note, before, after) on audit_log to current_user;
