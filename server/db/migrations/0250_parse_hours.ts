import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- The same grammar as server/contract/hours.ts; change both or neither.
    create function hours_clock(hour int, minute int, half text) returns int language sql immutable parallel safe as $$
      select case
        when minute > 59 then null
        when half is null then case when hour <= 24 and hour * 60 + minute <= 1440 then hour * 60 + minute end
        when hour between 1 and 12 then (hour % 12 + case half when 'pm' then 12 else 0 end) * 60 + minute
      end
    $$;

    create function parse_hours(value text) returns int4multirange language plpgsql immutable parallel safe as $$
    declare
      plain text;
      part text;
      m text[];
      sh int; sm int; eh int; em int; s int; e int; same int;
      result int4multirange := '{}';
    begin
      if value is null or length(value) > 200 then return null; end if;
      plain := regexp_replace(lower(value), '[\u00a0\u2009\u202f\t\r\n ]+', ' ', 'g');
      plain := regexp_replace(plain, '[\u2010-\u2015\u2212]', '-', 'g');
      plain := regexp_replace(plain, ' (to|until|till) ', '-', 'g');
      plain := regexp_replace(plain, ' and |[;&/]', ',', 'g');
      plain := regexp_replace(plain, '[ .]', '', 'g');
      plain := regexp_replace(plain, '(12(:00){0,1}){0,1}noon', '12pm', 'g');
      plain := regexp_replace(plain, '(12(:00){0,1}){0,1}midnight', '12am', 'g');
      if plain ~ '^(closed|close|off)$' then return '{}'; end if;
      if plain ~ '^(open){0,1}24(hours|hrs|h|,7)$' then return '{[0,1440)}'; end if;
      if plain = '' then return null; end if;
      foreach part in array string_to_array(plain, ',') loop
        m := regexp_match(part, '^([0-9]{1,2})(:([0-9]{2})){0,1}(am|pm){0,1}-([0-9]{1,2})(:([0-9]{2})){0,1}(am|pm){0,1}$');
        if m is null then return null; end if;
        sh := m[1]; sm := coalesce(m[3], '0'); eh := m[5]; em := coalesce(m[7], '0');
        s := hours_clock(sh, sm, m[4]);
        e := hours_clock(eh, em, m[8]);
        if s is null or e is null then return null; end if;
        if m[4] is null and m[8] is null then
          if sh >= 1 and sh < 7 and eh <= 12 then s := s + 720; end if;
          if e <= s and eh between 1 and 12 then e := e + 720; end if;
        elsif m[4] is null and sh <= 12 then
          same := hours_clock(sh, sm, m[8]);
          if same is null then return null; end if;
          s := case when same < case e when 0 then 1440 else e end then same
                    else hours_clock(sh, sm, case m[8] when 'am' then 'pm' else 'am' end) end;
        elsif m[8] is null and eh <= 12 then
          same := hours_clock(eh, em, m[4]);
          if same is null then return null; end if;
          e := case when same > s then same else hours_clock(eh, em, case m[4] when 'am' then 'pm' else 'am' end) end;
        end if;
        if e <= s then e := e + 1440; end if;
        if e - s > 1440 or s >= 1440 then return null; end if;
        result := result + int4multirange(int4range(s, e));
      end loop;
      return result;
    end
    $$;

    -- Minutes of the week from Monday 00:00; null when no day could be read.
    create function week_hours(mon text, tue text, wed text, thu text, fri text, sat text, sun text)
    returns int4multirange language plpgsql immutable parallel safe as $$
    declare
      texts text[] := array[mon, tue, wed, thu, fri, sat, sun];
      day int4multirange;
      span int4range;
      week int4multirange;
    begin
      for i in 1..7 loop
        day := parse_hours(texts[i]);
        continue when day is null;
        week := coalesce(week, '{}');
        for span in select unnest(day) loop
          week := week + int4multirange(int4range(lower(span) + (i - 1) * 1440, least(upper(span) + (i - 1) * 1440, 10080)));
          if upper(span) + (i - 1) * 1440 > 10080 then
            week := week + int4multirange(int4range(0, upper(span) + (i - 1) * 1440 - 10080));
          end if;
        end loop;
      end loop;
      return week;
    end
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop function week_hours(text, text, text, text, text, text, text); drop function parse_hours(text); drop function hours_clock(int, int, text)`,
  );
}
