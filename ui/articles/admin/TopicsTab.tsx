import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSchedules, updateSchedule, type ContentSchedule } from '#contract/admin-articles.ts';
import { articleStats } from '#contract/articles.ts';
import { PLANNED_PER_TOPIC, topicOf } from '#contract/topics.ts';
import { pickFields } from '#ui/app/use-conflict-form.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { dayOf } from '#contract/report-zone.ts';
import { formatWeekday, formatDateTime, formatTime } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { api } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import own from './AdminArticles.module.css';
import { articleError, refreshArticles } from './admin-articles.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';

const DAYS = 14;
const paces = [1, 2, 3, 4, 6, 8, 12];

/** Each topic's schedule, and what comes out in the next two weeks. */
export function TopicsTab() {
  const schedules = useQuery({ ...queryOf(listSchedules, {}), refetchOnMount: 'always' });
  const stats = useQuery({ ...queryOf(articleStats, {}), refetchInterval: 30_000, refetchOnMount: 'always' });
  if (schedules.isError) return <LoadFailed title="The schedules could not be loaded" compact query={schedules} />;
  const columns: Column<ContentSchedule>[] = [
    {
      id: 'topic',
      header: 'Topic',
      cell: (row) => (
        <Link to={`/admin/topics?topic=${row.topicId}`}>{topicOf(row.topicId)?.title ?? row.topicId}</Link>
      ),
      sortBy: (row) => topicOf(row.topicId)?.title,
    },
    {
      id: 'articles',
      header: `Articles, of ${PLANNED_PER_TOPIC}`,
      align: 'end',
      cell: (row) => stats.data?.byTopic[row.topicId] ?? '—',
      sortBy: (row) => stats.data?.byTopic[row.topicId],
    },
    {
      id: 'published',
      header: 'Published',
      align: 'end',
      cell: (row) => stats.data?.publishedByTopic[row.topicId] ?? '—',
      sortBy: (row) => stats.data?.publishedByTopic[row.topicId],
    },
    {
      id: 'coming',
      header: 'Coming',
      align: 'end',
      cell: (row) => (row.waiting > 0 ? `${row.upcoming.length} + ${row.waiting} waiting` : row.upcoming.length),
      sortBy: (row) => row.upcoming.length + row.waiting,
    },
    {
      id: 'last',
      header: 'Last published',
      cell: (row) => (
        <span style={{ whiteSpace: 'nowrap' }}>{row.lastPublished ? formatDateTime(row.lastPublished) : '—'}</span>
      ),
      sortBy: (row) => row.lastPublished,
    },
    {
      id: 'next',
      header: 'Next',
      cell: (row) => (
        <span style={{ whiteSpace: 'nowrap' }}>{row.nextScheduled ? formatDateTime(row.nextScheduled) : '—'}</span>
      ),
      sortBy: (row) => row.nextScheduled,
    },
    { id: 'pace', header: 'A day', width: 90, cell: (row) => <Pace schedule={row} /> },
    { id: 'active', header: 'Active', width: 70, cell: (row) => <Active schedule={row} /> },
  ];
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <p className={layout.hint}>
          Drafts that you approve for the schedule come out in order, as many a day as chosen here. A paused topic keeps
          them until it is resumed.
        </p>
        <ButtonLink to="/admin/topics" variant="primary">
          Manage articles
        </ButtonLink>
      </div>
      <Table
        label="Topics and their schedules"
        rows={schedules.data ?? []}
        columns={columns}
        rowId={(row) => row.topicId}
        loading={schedules.isPending}
        loadingRows={10}
      />
      <h2>The next two weeks</h2>
      <Calendar schedules={schedules.data ?? []} />
    </div>
  );
}

function useSchedule({ topicId }: ContentSchedule) {
  const client = useQueryClient();
  return useMutation({
    // Arrow keys choose faster than the server answers: one after the other, each on top of what the last one left.
    scope: { id: `schedule ${topicId}` },
    mutationFn: (body: { articlesPerDay?: number; isActive?: boolean }) => {
      const all = client.getQueryData(queryOf(listSchedules, {}).queryKey);
      const now = all?.find((one) => one.topicId === topicId);
      const read = now && pickFields(now, Object.keys(body) as (keyof typeof body)[]);
      return api(updateSchedule, { params: { topicId: topicId as 'oral-health' }, body: { ...body, read } });
    },
    onSuccess: () => refreshArticles(client),
    async onError(error) {
      articleError(error);
      // What somebody else chose meanwhile is to be seen before it is changed.
      await refreshArticles(client);
    },
  });
}

function Pace({ schedule }: { schedule: ContentSchedule }) {
  const change = useSchedule(schedule);
  const options = [...new Set([...paces, schedule.articlesPerDay])].sort((a, b) => a - b);
  return (
    <Select
      aria-label={`Articles a day, ${topicOf(schedule.topicId)?.title}`}
      value={String((change.isPending && change.variables.articlesPerDay) || schedule.articlesPerDay)}
      onChange={(event) => change.mutate({ articlesPerDay: Number(event.target.value) })}
      options={options.map((pace) => ({ value: String(pace), label: String(pace) }))}
    />
  );
}

function Active({ schedule }: { schedule: ContentSchedule }) {
  const change = useSchedule(schedule);
  const shown = change.isPending ? (change.variables.isActive ?? schedule.isActive) : schedule.isActive;
  return (
    <Switch
      aria-label={`${topicOf(schedule.topicId)?.title}, active`}
      checked={shown}
      onChange={(event) => change.mutate({ isActive: event.target.checked })}
    />
  );
}

function Calendar({ schedules }: { schedules: ContentSchedule[] }) {
  const now = useNow(60_000);
  const days = Array.from({ length: DAYS }, (_, n) => now + n * 86_400_000);
  const coming = schedules
    .flatMap(({ topicId, upcoming }) => upcoming.map((one) => ({ ...one, topicId })))
    .sort((a, b) => a.at.localeCompare(b.at));
  return (
    <ol className={own.calendar} style={{ listStyle: 'none' }}>
      {days.map((day, place) => {
        const entries = coming.filter(({ at }) => dayOf(new Date(at)) === dayOf(new Date(day)));
        return (
          <li key={dayOf(new Date(day))} className={cx(own.day, place === 0 && own.today)}>
            <span className={own.dayName}>
              {formatWeekday(day)}
              {place === 0 && ', today'}
            </span>
            {entries.map(({ id, title, at, topicId }) => (
              <Link
                key={id}
                to={`/admin/topics?edit=${id}`}
                className={own.entry}
                title={`${formatTime(at)} · ${topicOf(topicId)?.title} · ${title}`}
              >
                {formatTime(at).replace(' ET', '')} {title}
              </Link>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
