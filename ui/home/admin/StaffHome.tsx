import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, FileUp, Merge, ScanFace } from 'lucide-react';
import { staffHome, type StaffHome as HomeReply } from '#contract/home/staff-home.ts';
import { useUser } from '#ui/base/session.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { DueList } from './DueList.tsx';
import { FailedList } from './FailedList.tsx';
import { FigureList } from './FigureList.tsx';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { describeRow, joinLogins, type ChangedRow } from './changed-rows.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './StaffHome.module.css';
import type { Role } from '#shared/roles.ts';
import { groupsFor } from '#ui/admin/admin-nav.ts';
import { SetupList } from '#ui/opening/admin/SetupList.tsx';
import { HomeRow, HomeRows } from './HomeRow.tsx';

const changeIcons = { imports: FileUp, merges: Merge, transfers: ArrowRightLeft, 'sign-ins': ScanFace };

function pathOfChange({ kind, subjectId }: ChangedRow): string {
  if (kind === 'imports') return `/admin/imports/${subjectId}`;
  if (kind === 'merges' || kind === 'transfers') return `/admin/listings?q=${subjectId}&open=${subjectId}`;
  return `/admin/users?open=${subjectId}`;
}

const ChangedList = ({ changed }: { changed: HomeReply['changed'] }) => (
  <HomeRows>
    {joinLogins(changed).map((change) => (
      <HomeRow
        key={`${change.kind} ${change.subjectId} ${change.at}`}
        icon={changeIcons[change.kind]}
        to={pathOfChange(change)}
        title={describeRow(change)}
        detail={formatLocalWeekdayTime(change.at)}
      />
    ))}
  </HomeRows>
);

const ReleaseNotice = ({ release }: { release: NonNullable<HomeReply['release']> }) => (
  <Callout title={`Version ${release.version.replace(/^v/, '')} is out`}>
    This server runs {release.running}. Read{' '}
    <Link to={release.url} target="_blank">
      what is new
    </Link>
    , then run <code>npm run upgrade -- {release.version}</code> on each server.
  </Callout>
);

/** The pages of a role without an inbox, such as an analyst's. */
const QuickLinks = ({ role }: { role: Role }) => (
  <HomeRows>
    {groupsFor(role).flatMap(({ name, places }) =>
      places
        .filter(({ id }) => id !== 'home')
        .map(({ id, label, to, icon }) => <HomeRow key={id} icon={icon} to={to} title={label} detail={name} />),
    )}
  </HomeRows>
);

/** Answers what needs this person now: what is due, what failed, and what changed. */
export function StaffHome() {
  const user = useUser();
  const home = useQuery({ ...queryOf(staffHome, {}), refetchInterval: 60_000, refetchOnMount: 'always' });
  if (home.isError && !home.data) return <LoadFailed title="We couldn’t load your home page" compact query={home} />;
  if (!home.data || !user)
    return (
      <Loading label="Loading">
        <Skeleton height={220} />
        <Skeleton height={160} />
      </Loading>
    );
  const { release, priceProblems = [], due, figures = [], failed, changed } = home.data;
  const isInboxWorker = due.length > 0;
  const open = due.filter(({ count }) => count > 0);
  return (
    <div className={css.home}>
      <SetupList />
      {release && <ReleaseNotice release={release} />}
      {priceProblems.length > 0 && (
        <Callout tone="bad" title="Some plans can’t be sold">
          <p>{priceProblems.join(' ')}</p>
          <Link to="/admin/subscriptions">Choose other prices</Link>
        </Callout>
      )}
      {isInboxWorker && (
        <section className={layout.tight} aria-labelledby="home-due">
          <h2 id="home-due">Needs attention</h2>
          {open.length > 0 ? (
            <DueList due={open} />
          ) : (
            <EmptyState title="Nothing is due" scene="done" heading="h3" compact>
              Claims, messages, reports, and privacy requests appear here.
            </EmptyState>
          )}
        </section>
      )}
      {figures.length > 0 && (
        <section className={layout.tight} aria-labelledby="home-figures">
          <h2 id="home-figures">At a glance</h2>
          <FigureList figures={figures} />
        </section>
      )}
      {failed.length > 0 && (
        <section className={layout.tight} aria-labelledby="home-failed">
          <h2 id="home-failed">Failed</h2>
          <FailedList failed={failed} />
        </section>
      )}
      {changed.length > 0 && (
        <section className={layout.tight} aria-labelledby="home-changed">
          <h2 id="home-changed">What changed this week</h2>
          <ChangedList changed={changed} />
        </section>
      )}
      {!isInboxWorker && (
        <section className={layout.tight} aria-labelledby="home-links">
          <h2 id="home-links">Your pages</h2>
          <QuickLinks role={user.role} />
        </section>
      )}
    </div>
  );
}
