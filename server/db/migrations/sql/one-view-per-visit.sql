-- Pages report a profile view as a page view and again as an event of its own, and a search when it starts and again with
-- its results. Each counts once, also if the two arrive in different requests.

create function skip_repeated_profile_view() returns trigger language plpgsql as $$
begin
  if exists (
    select from user_events where session_id = new.session_id and event_type = 'profile_view'
      and dentist_id = new.dentist_id and abs(extract(epoch from "timestamp" - new."timestamp")) < 30
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger user_events_profile_view before insert on user_events
  for each row when (new.event_type = 'profile_view') execute function skip_repeated_profile_view();

-- A search with results completes the same search without results, whichever arrives first. With a name filter, the text of
-- the results has the name in front, which the start of a search leaves out.
create function join_search_with_its_start() returns trigger language plpgsql as $$
declare
  earlier record;
  same_text boolean;
begin
  select id, search_query, results_count into earlier from search_analytics
  where session_id = new.session_id and clicked_result_id is null
    and abs(extract(epoch from "timestamp" - new."timestamp")) < 60
  order by id desc limit 1;
  if not found or (earlier.results_count is not null and new.results_count is not null) then
    return new;
  end if;
  same_text := earlier.search_query is not distinct from new.search_query
    or coalesce(right(new.search_query, length(earlier.search_query) + 2) = ', ' || earlier.search_query, false);
  if not same_text then
    return new;
  end if;
  if earlier.results_count is null then
    update search_analytics set search_query = new.search_query, search_type = new.search_type,
      results_count = new.results_count
    where id = earlier.id;
  end if;
  return null;
end
$$;
create trigger search_analytics_start before insert on search_analytics
  for each row execute function join_search_with_its_start();
