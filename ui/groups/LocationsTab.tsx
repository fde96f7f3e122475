import { Download, Plus, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  addLocations,
  groupCsv,
  removeLocations,
  setCostCenters,
  type Group,
  type GroupFigures,
  type GroupLocation,
} from '#contract/groups/groups.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { urlOf } from '#shared/url.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { HomeFigures } from '#ui/insights/HomeFigures.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';
import { groupTabPath, locationNouns, placeOf } from './group-words.ts';
import { LocationPicker } from './LocationPicker.tsx';
import css from './LocationsTab.module.css';
import { useGroupChange } from './use-group-change.ts';

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
              <h2 id="group-figures" className={css.title}>
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
        <h2 id="group-locations" className={css.title}>
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

function AddLocations({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const close = () => {
    setOpen(false);
    setChosen(new Set());
  };
  const add = useGroupChange(
    group.id,
    () => api(addLocations, { params: { id: String(group.id) }, body: { ids: [...chosen] } }),
    { onSuccess: close },
  );
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? setOpen(true) : close())}
      trigger={
        <Button size="small" icon={<Plus />} disabled={!group.planActive}>
          Add locations
        </Button>
      }
      title="Add locations"
      description="People with a role in the group then see these listings."
      footer={
        <Button variant="primary" busy={add.isPending} disabled={chosen.size === 0} onClick={() => add.mutate()}>
          Add {countOf(chosen.size, locationNouns)}
        </Button>
      }
    >
      <LocationPicker label="Your other listings" locations={group.addable} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}

interface ChosenProps {
  groupId: number;
  ids: readonly number[];
  onDone: () => void;
}

function RemoveLocations({ groupId, ids, onDone }: ChosenProps) {
  const remove = useGroupChange(
    groupId,
    () => api(removeLocations, { params: { id: String(groupId) }, body: { ids: [...ids] } }),
    { onSuccess: onDone },
  );
  return (
    <Confirm
      title={`Remove ${countOf(ids.length, locationNouns)} from the group?`}
      description="They stay yours as single listings. Other people in the group no longer see them. To give one to someone else, transfer it from its page."
      action="Remove"
      trigger={<Button size="small">Remove from the group</Button>}
      onConfirm={() => remove.mutateAsync()}
    />
  );
}

function CostCenter({ groupId, ids, onDone }: ChosenProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useAppForm({ defaultValues: { costCenter: '' }, keep: 'choice' });
  const save = useGroupChange(
    groupId,
    (costCenter: string) =>
      api(setCostCenters, {
        params: { id: String(groupId) },
        body: { costCenters: ids.map((id) => ({ id, costCenter: costCenter.trim() || null })) },
      }),
    {
      onSuccess: () => {
        setOpen(false);
        onDone();
      },
      onError: (error) => form.showError(error, 'costCenter'),
    },
  );
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Set the cost center
      </Button>
      {isOpen && (
        <FormDialog
          title="Set the cost center"
          description={`For ${countOf(ids.length, locationNouns)}. The CSV has a column for it.`}
          action="Save"
          isBusy={save.isPending}
          onSubmit={form.submit(({ costCenter }) => save.mutate(costCenter))}
          onClose={() => setOpen(false)}
        >
          <Field label="Cost center" hint="Leave it empty to remove it." error={form.errors.costCenter}>
            <Input maxLength={60} autoComplete="off" {...form.field('costCenter')} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
