import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSchedules, updateSchedule, type ContentSchedule } from '#contract/articles/admin-articles.ts';
import { articleStats } from '#contract/articles/articles.ts';
import { PLANNED_PER_TOPIC } from '#shared/articles/topics.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { pickFields } from '#ui/base/forms/use-conflict-form.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { ArticleCalendar } from './calendar/ArticleCalendar.tsx';
import { showArticleError, refreshArticles } from './admin-articles.ts';
import { useTopicTitle } from '../use-topics.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';

const dailyRates = [1, 2, 3, 4, 6, 8, 12];

/** The schedule of each topic, or a calendar of the month. */
export function TopicsTab() {
  const [search, change] = useUrlState();
  const isCalendar = search.get('view') === 'calendar';
  const topicTitle = useTopicTitle();
  const schedules = useQuery({ ...queryOf(listSchedules, {}), refetchOnMount: 'always' });
  const stats = useQuery({ ...queryOf(articleStats, {}), refetchInterval: 30_000, refetchOnMount: 'always' });
  if (schedules.isError) return <LoadFailed title="We couldn't load the schedules" compact query={schedules} />;
  const columns: Column<ContentSchedule>[] = [
    {
      id: 'topic',
      header: 'Topic',
      cell: (row) => <Link to={`/admin/topics?topic=${row.topicId}`}>{topicTitle(row.topicId)}</Link>,
      sortBy: (row) => topicTitle(row.topicId),
    },
    // Next to the topic, because a narrow screen scrolls to the columns at the end.
    { id: 'rate', header: 'Per day', width: 90, cell: (row) => <DailyRate schedule={row} /> },
    { id: 'active', header: 'Active', width: 70, cell: (row) => <ActiveSwitch schedule={row} /> },
    {
      id: 'articles',
      header: `Articles (of ${PLANNED_PER_TOPIC})`,
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
      header: 'Scheduled',
      align: 'end',
      cell: (row) => (row.waiting > 0 ? `${row.upcoming.length} + ${row.waiting} waiting` : row.upcoming.length),
      sortBy: (row) => row.upcoming.length + row.waiting,
    },
    {
      id: 'last',
      header: 'Last published',
      cell: (row) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {row.lastPublished ? formatShortLocalDate(row.lastPublished) : '—'}
        </span>
      ),
      sortBy: (row) => row.lastPublished,
    },
    {
      id: 'next',
      header: 'Next',
      cell: (row) => (
        <span style={{ whiteSpace: 'nowrap' }}>{row.nextScheduled ? formatLocalDateTime(row.nextScheduled) : '—'}</span>
      ),
      sortBy: (row) => row.nextScheduled,
    },
  ];
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <Segmented
          label="View"
          value={isCalendar ? 'calendar' : 'topics'}
          onValueChange={(view) => change({ view: view === 'calendar' ? view : null, month: null }, { push: true })}
          options={[
            { value: 'topics', label: 'Topics' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        <ButtonLink to="/admin/topics" variant="primary">
          Manage articles
        </ButtonLink>
      </div>
      {isCalendar ? (
        <ArticleCalendar />
      ) : (
        <>
          <p className={layout.hint}>
            Approved drafts publish in order, at the daily rate set here. A paused topic keeps its drafts until you
            resume it.
          </p>
          <Table
            label="Topics and their schedules"
            rows={schedules.data ?? []}
            columns={columns}
            rowId={(row) => row.topicId}
            loading={schedules.isPending}
            loadingRows={10}
          />
        </>
      )}
    </div>
  );
}

function useScheduleChange({ topicId }: ContentSchedule) {
  const client = useQueryClient();
  return useMutation({
    // Saves run in order, because arrow keys can change the select faster than the server responds.
    scope: { id: `schedule ${topicId}` },
    mutationFn: (body: { articlesPerDay?: number; isActive?: boolean }) => {
      const schedules = client.getQueryData(queryOf(listSchedules, {}).queryKey);
      const current = schedules?.find((schedule) => schedule.topicId === topicId);
      const read = current && pickFields(current, Object.keys(body) as (keyof typeof body)[]);
      return api(updateSchedule, { params: { topicId }, body: { ...body, read } });
    },
    onSuccess: () => refreshArticles(client),
    async onError(error) {
      showArticleError(error);
      // Shows another administrator's change after a conflict.
      await refreshArticles(client);
    },
  });
}

function DailyRate({ schedule }: { schedule: ContentSchedule }) {
  const change = useScheduleChange(schedule);
  const topicTitle = useTopicTitle();
  const mayChange = useMay('articles.write');
  const options = [...new Set([...dailyRates, schedule.articlesPerDay])].sort((a, b) => a - b);
  return (
    <Select
      aria-label={`Articles per day, ${topicTitle(schedule.topicId)}`}
      disabled={!mayChange}
      value={String((change.isPending && change.variables.articlesPerDay) || schedule.articlesPerDay)}
      onChange={(event) => change.mutate({ articlesPerDay: Number(event.target.value) })}
      options={options.map((rate) => ({ value: String(rate), label: String(rate) }))}
    />
  );
}

function ActiveSwitch({ schedule }: { schedule: ContentSchedule }) {
  const change = useScheduleChange(schedule);
  const topicTitle = useTopicTitle();
  const mayChange = useMay('articles.write');
  const isActive = change.isPending ? (change.variables.isActive ?? schedule.isActive) : schedule.isActive;
  return (
    <Switch
      aria-label={`${topicTitle(schedule.topicId)}, active`}
      checked={isActive}
      disabled={!mayChange}
      onChange={(event) => change.mutate({ isActive: event.target.checked })}
    />
  );
}
