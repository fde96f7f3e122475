import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { getStatus, type StatusNotice } from '#contract/status.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import {
  describePeriod,
  describeStatus,
  noticeStateLabels,
  noticeTones,
  partLabels,
  partStates,
} from './status-texts.ts';

const EVERY_MS = 30_000;
const sections = [
  ['Now', (notice: StatusNotice) => notice.state === 'ongoing' || notice.state === 'watching'],
  ['Planned work', (notice: StatusNotice) => notice.state === 'planned'],
  ['Before', (notice: StatusNotice) => notice.state === 'resolved'],
] as const;

function StatusPage() {
  const query = useQuery({ ...queryOf(getStatus, {}), refetchInterval: EVERY_MS });
  const status = query.data;
  if (!status)
    return (
      <div className={layout.text}>
        <Head title="Status" noindex />
        {query.isError && <LoadFailed title="We couldn’t check the status" query={query} />}
      </div>
    );
  const { state, since, at, parts, notices } = status;
  return (
    <article className={layout.text}>
      <Head title="Status" noindex />
      <header className={layout.head}>
        <h1>Status</h1>
        <p className={layout.muted}>Checked {formatDateTime(at)}.</p>
      </header>
      <div className={layout.stack}>
        <Callout
          tone={state === 'up' ? 'good' : state === 'down' ? 'bad' : 'warn'}
          title={describeStatus(status)}
          announce={state === 'down'}
        >
          {since && <p>Since {formatDateTime(since)}.</p>}
          {state === 'read_only' && (
            <p>You can search and read every page, but you can’t save or send anything for now.</p>
          )}
        </Callout>
        <Card as="section" aria-label="Parts">
          <dl className={layout.facts}>
            {parts.map((part) => (
              <Fragment key={part.part}>
                <dt>{partLabels[part.part]}</dt>
                <dd>
                  <Badge tone={partStates[part.state].tone}>{partStates[part.state].label}</Badge>
                  {part.since && ` since ${formatDateTime(part.since)}`}
                </dd>
              </Fragment>
            ))}
          </dl>
        </Card>
        {sections.map(([title, belongs]) => {
          const shown = notices.filter(belongs);
          return shown.length === 0 ? null : (
            <section key={title} className={layout.stack}>
              <h2>{title}</h2>
              {shown.map((notice) => (
                <Notice key={notice.id} notice={notice} />
              ))}
            </section>
          );
        })}
      </div>
    </article>
  );
}

const Notice = ({ notice }: { notice: StatusNotice }) => (
  <Card as="article">
    <div className={layout.tight}>
      <div className={layout.row}>
        <h3>{notice.title}</h3>
        <Badge tone={noticeTones[notice.state]}>{noticeStateLabels[notice.state]}</Badge>
      </div>
      <p className={layout.muted}>{describePeriod(notice)}</p>
      {notice.updates.map(({ at, text }) => (
        <p key={at}>
          <span className={layout.note}>{formatDateTime(at)}</span> {text}
        </p>
      ))}
    </div>
  </Card>
);

export const page: Page = {
  Component: StatusPage,
  load: ({ call, prefetch }) => prefetch(queryOf(getStatus, {}, call)),
};
