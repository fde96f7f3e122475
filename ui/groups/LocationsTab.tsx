import { Download, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { groupCsv, type Group, type GroupFigures, type GroupLocation } from '#contract/groups/groups.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { urlOf } from '#shared/url.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { HomeFigures } from '#ui/insights/HomeFigures.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';
import { groupTabPath, placeOf } from './group-words.ts';
import { AddLocations, CostCenter, RemoveLocations } from './LocationActions.tsx';
import css from './LocationsTab.module.css';

/** The figures of all locations together, and each location with its own. */
export function LocationsTab({ group }: { group: Group }) {
  const { locations, planActive } = group;
  const manages = mayInGroup(group.role, 'manage');
  const waiting = locations.reduce((sum, location) => sum + (location.waiting ?? 0), 0);
  return (
    <div className={css.body}>
      {manages && !planActive && (
        <Callout tone="warn">Invitations and new locations are paused because the plan has ended.</Callout>
      )}
      {locations.length > 0 ? (
        <>
          {group.figures && (
            <Card as="section" aria-labelledby="group-figures" className={layout.stack}>
              <h2 id="group-figures" className={layout.heading}>
                All locations together
              </h2>
              <HomeFigures figures={group.figures} />
              {waiting > 0 && (
                <p>
                  {mayInGroup(group.role, 'edit') ? (
                    <Link to="/dashboard/appointments">{countOf(waiting, requestNouns)}</Link>
                  ) : (
                    countOf(waiting, requestNouns)
                  )}{' '}
                  {waiting === 1 ? 'waits' : 'wait'} for an answer.
                </p>
              )}
              <p className={layout.note}>The last 30 days. Your own visits are excluded.</p>
            </Card>
          )}
          <LocationList group={group} />
        </>
      ) : (
        <EmptyState
          compact
          title="No locations yet"
          actions={
            manages && (
              <>
                <ButtonLink to={groupTabPath(group.id, 'claims')} variant="primary">
                  Claim locations
                </ButtonLink>
                {group.addable.length > 0 && <AddLocations group={group} />}
              </>
            )
          }
        >
          <p>
            {manages
              ? 'Claim your locations, or add listings that you own.'
              : 'The owner hasn’t added any locations that you can see.'}
          </p>
        </EmptyState>
      )}
    </div>
  );
}

function LocationList({ group }: { group: Group }) {
  const platform = usePlatform();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState<string[]>([]);
  const manages = mayInGroup(group.role, 'manage');
  const hasCosts = mayInGroup(group.role, 'costs');
  const { id, slug, locations } = group;
  const columns = useMemo(() => columnsOf(group), [group]);
  const shown = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return locations.filter((location) => {
      const searched = `${location.name} ${placeOf(location)} ${location.costCenter ?? ''}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    });
  }, [locations, text]);
  const ids = selected.map(Number);
  const done = () => setSelected([]);
  return (
    <section className={layout.stack} aria-labelledby="group-locations">
      <div className={layout.between}>
        <h2 id="group-locations" className={layout.heading}>
          Each location
        </h2>
        <div className={layout.row}>
          {manages && group.addable.length > 0 && <AddLocations group={group} />}
          <Button
            size="small"
            icon={<Download />}
            onClick={() =>
              void platform
                .saveFile(urlOf(groupCsv.path, { id: String(id) }, {}), `${slug}.csv`)
                .catch((failure) => toastError(failure))
            }
          >
            Export as CSV
          </Button>
        </div>
      </div>
      <Input
        type="search"
        icon={<Search />}
        aria-label="Search the locations"
        placeholder="Search by name or city"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {ids.length > 0 && (
        <div className={css.chosen} role="group" aria-label="Chosen locations">
          <p>{formatNumber(ids.length)} chosen</p>
          {hasCosts && <CostCenter groupId={id} ids={ids} onDone={done} />}
          {manages && <RemoveLocations groupId={id} ids={ids} onDone={done} />}
        </div>
      )}
      <Table
        label={`Locations of ${group.name}`}
        rows={shown}
        columns={columns}
        rowId={rowId}
        rowLabel={({ name }) => name}
        stacked
        virtual={shown.length > 40}
        {...(shown.length > 40 ? { height: 560 } : {})}
        {...(hasCosts ? { selected, onSelectedChange: setSelected } : {})}
        empty={<p className={layout.note}>None of the locations matches “{text.trim()}.”</p>}
      />
    </section>
  );
}

const requestNouns = ['appointment request', 'appointment requests'] as const;
const rowId = (location: GroupLocation): string => String(location.id);

const figureColumn = (key: keyof GroupFigures, header: string): Column<GroupLocation> => ({
  id: key,
  header,
  cell: ({ figures }) => (
    <>
      {formatNumber(figures!.now[key])} <span className={css.unit}>{header.toLowerCase()}</span>
    </>
  ),
  words: ({ figures }) => String(figures!.now[key]),
  sortBy: ({ figures }) => figures!.now[key],
  align: 'end',
});

function columnsOf({ role }: Group): Column<GroupLocation>[] {
  const edits = mayInGroup(role, 'edit');
  return [
    {
      id: 'name',
      header: 'Location',
      cell: (location) => <Link to={edits ? listingTabPath(location.id) : location.href}>{location.name}</Link>,
      words: ({ name }) => name,
      sortBy: ({ name }) => name,
    },
    { id: 'place', header: 'City', cell: placeOf, sortBy: ({ city }) => city },
    ...(mayInGroup(role, 'costs')
      ? [
          {
            id: 'costCenter',
            header: 'Cost center',
            cell: ({ costCenter }: GroupLocation) => costCenter ?? '—',
            sortBy: ({ costCenter }: GroupLocation) => costCenter,
            hiddenOnPhone: true,
          },
        ]
      : []),
    ...(mayInGroup(role, 'figures')
      ? [
          figureColumn('calls', 'Calls'),
          figureColumn('views', 'Views'),
          figureColumn('appointments', 'Requests'),
          { ...figureColumn('reviews', 'Reviews'), hiddenOnPhone: true },
          {
            id: 'waiting',
            header: 'Unanswered',
            cell: ({ waiting }: GroupLocation) => formatNumber(waiting ?? 0),
            words: ({ waiting }: GroupLocation) => String(waiting ?? 0),
            sortBy: ({ waiting }: GroupLocation) => waiting,
            align: 'end' as const,
            hiddenOnPhone: true,
          },
        ]
      : []),
  ];
}
