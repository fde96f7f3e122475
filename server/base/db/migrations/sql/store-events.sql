-- Stores a batch of tracking events, one JSON array per kind, or null for a kind without events. A user who has since been
-- deleted is stored as null, and an event of an unknown listing is dropped, so neither fails the batch. Rows are inserted in the
-- order of their times, so earlier events have lower ids. Users and listings are looked up row by row, because the planner
-- doesn't know how few rows a batch has and would read the whole table.
create function store_events(
  event_sessions json, event_rows json, event_views json, event_searches json, event_clicks json, event_conversions json,
  event_leaves json, event_signs json
) returns void language plpgsql as $$
begin
  insert into public.user_sessions (session_id, user_id, ip_address, user_agent, start_time, end_time, referrer, utm_source,
    utm_medium, utm_campaign, device_type, browser_name, operating_system, country_code, city_name)
  select x.session_id, u.id, x.ip_address, x.user_agent, x.start_time, x.start_time, x.referrer, x.utm_source, x.utm_medium,
    x.utm_campaign, x.device_type, x.browser_name, x.operating_system, x.country_code, x.city_name
  from rows from (json_to_recordset(event_sessions) as ("sessionId" uuid, "userId" integer, "ipAddress" text,
    "userAgent" text, "startTime" timestamptz, referrer text, "utmSource" text, "utmMedium" text, "utmCampaign" text,
    "deviceType" text, "browserName" text, "operatingSystem" text, "countryCode" text, "cityName" text))
    with ordinality as x (session_id, user_id, ip_address, user_agent, start_time, referrer, utm_source, utm_medium,
      utm_campaign, device_type, browser_name, operating_system, country_code, city_name, nth)
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  order by x.start_time, x.nth;

  insert into public.user_events (session_id, user_id, event_type, event_name, page_path, element_id, element_text, search_query,
    search_results, dentist_id, "timestamp", metadata)
  select x.session_id, u.id, x.event_type, x.event_name, x.page_path, x.element_id, x.element_text, x.search_query,
    x.search_results, d.id, x.at, x.metadata
  from rows from (json_to_recordset(event_rows) as ("sessionId" uuid, "userId" integer, at timestamptz, "eventType" text,
    "eventName" text, "pagePath" text, "elementId" text, "elementText" text, "searchQuery" text, "searchResults" integer,
    "dentistId" integer, metadata jsonb))
    with ordinality as x (session_id, user_id, at, event_type, event_name, page_path, element_id, element_text,
      search_query, search_results, dentist_id, metadata, nth)
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  left join lateral (select id from public.dentists where id = x.dentist_id limit 1) d on true
  where x.dentist_id is null or d.id is not null
  order by x.at, x.nth;

  -- Stores new page views and moves the end of each session to its latest event.
  with batch_views as (
    select * from rows from (json_to_recordset(event_views) as ("sessionId" uuid, "userId" integer, at timestamptz,
      "pagePath" text, "pageTitle" text, "viewId" bigint))
    with ordinality as x (session_id, user_id, at, page_path, page_title, view_id, nth)
  ), cleared_exits as (
    update public.page_views p set exit_page = false from (select distinct session_id from batch_views) t
    where p.session_id = t.session_id and p.exit_page
  ), new_views as (
    insert into public.page_views (session_id, page_path, page_title, "timestamp", view_id)
    select session_id, page_path, page_title, at, view_id from batch_views order by at, nth
    on conflict (session_id, view_id) do nothing returning session_id
  ), view_counts as (
    select session_id, count(*) as views from new_views group by session_id
  )
  update public.user_sessions s set end_time = greatest(s.end_time, x.at), is_active = true,
    page_views = s.page_views + coalesce(c.views, 0),
    duration = cast(extract(epoch from greatest(s.end_time, x.at) - s.start_time) as integer),
    user_id = coalesce(s.user_id, (select id from public.users where id = x.user_id))
  from rows from (json_to_recordset(event_signs) as ("sessionId" uuid, "userId" integer, at timestamptz))
    with ordinality as x (session_id, user_id, at, nth)
  left join view_counts c on c.session_id = x.session_id
  where s.session_id = x.session_id;

  insert into public.search_analytics (session_id, search_query, search_type, results_count, "timestamp")
  select x.session_id, x.search_query, x.search_type, x.results_count, x.at
  from rows from (json_to_recordset(event_searches) as ("sessionId" uuid, "userId" integer, at timestamptz,
    "searchQuery" text, "searchType" text, "resultsCount" integer))
    with ordinality as x (session_id, user_id, at, search_query, search_type, results_count, nth)
  order by x.at, x.nth;

  -- A click on a result belongs to the search before it.
  update public.search_analytics s set clicked_result_id = c.dentist_id, click_position = c.click_position
  from (
    select distinct on (latest_search.id) latest_search.id, d.id as dentist_id, x.click_position
    from rows from (json_to_recordset(event_clicks) as ("sessionId" uuid, "userId" integer, at timestamptz,
      "dentistId" integer, "clickPosition" integer))
    with ordinality as x (session_id, user_id, at, dentist_id, click_position, nth)
    cross join lateral (select id from public.dentists where id = x.dentist_id limit 1) d
    cross join lateral (
      select id from public.search_analytics where session_id = x.session_id and "timestamp" <= x.at order by id desc limit 1
    ) latest_search
    order by latest_search.id, x.at, x.nth
  ) c
  where s.id = c.id and s.clicked_result_id is null;

  insert into public.conversion_events (session_id, user_id, event_type, value, dentist_id, "timestamp")
  select x.session_id, u.id, x.event_type, x.value, d.id, x.at
  from rows from (json_to_recordset(event_conversions) as ("sessionId" uuid, "userId" integer, at timestamptz,
    "eventType" text, value numeric, "dentistId" integer))
    with ordinality as x (session_id, user_id, at, event_type, value, dentist_id, nth)
  cross join lateral (select id from public.dentists where id = x.dentist_id limit 1) d
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  order by x.at, x.nth;

  update public.page_views p set time_on_page = greatest(p.time_on_page, l.seconds),
    exit_page = not exists (
      select from public.page_views q where q.session_id = p.session_id and (q."timestamp", q.id) > (p."timestamp", p.id)
    )
  from (
    select x.session_id, x.view_id, cast(round(max(x.seconds)) as integer) as seconds
    from rows from (json_to_recordset(event_leaves) as ("sessionId" uuid, "userId" integer, at timestamptz, "viewId" bigint,
      seconds numeric))
    with ordinality as x (session_id, user_id, at, view_id, seconds, nth)
    group by 1, 2
  ) l
  where p.session_id = l.session_id and p.view_id = l.view_id;
end
$$;
