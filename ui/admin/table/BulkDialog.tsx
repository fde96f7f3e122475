import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { applyBulkChange, previewBulkChange, type BulkChange } from '#contract/tables/bulk-changes.ts';
import { listAssignees } from '#contract/inbox.ts';
import { listPracticeTypes, listServices } from '#contract/listings/listings.ts';
import type { TableName } from '#shared/tables/table-list.ts';
import type { ActionShape } from '#shared/tables/table-shape.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { FieldChoice, ValuePreview, type FieldValue } from './BulkField.tsx';

export interface BulkSelection {
  ids?: number[];
  q?: string;
  filters?: Record<string, string[]>;
  zone?: string;
}

interface BulkDialogProps {
  name: TableName;
  actionId: string;
  action: ActionShape;
  selection: BulkSelection;
  one: string;
  many: string;
  onClose: () => void;
  onStarted: (change: BulkChange) => void;
}

const choiceLists = { practiceTypes: listPracticeTypes, services: listServices, assignees: listAssignees };

/** Fixes and counts the rows, and asks before they change. */
export function BulkDialog({ name, actionId, action, selection, one, many, onClose, onStarted }: BulkDialogProps) {
  const [value, setValue] = useState('');
  const [field, setField] = useState<FieldValue | null>(null);
  const choices = useQuery({
    ...queryOf(choiceLists[action.choices ?? 'services'], {}),
    enabled: action.choices !== undefined,
  });
  const preview = useMutation({
    mutationFn: (chosen: number | FieldValue | undefined) =>
      api(previewBulkChange, { params: { table: name }, body: { action: actionId, ...selection, value: chosen } }),
  });
  const apply = useMutation({
    mutationFn: (id: number) => api(applyBulkChange, { params: { id: String(id) } }),
    onSuccess: onStarted,
  });
  const isReady = action.choices ? value !== '' : action.fields ? field !== null : true;
  const { mutate } = preview;
  useEffect(() => {
    if (isReady) mutate(field ?? (value ? Number(value) : undefined));
  }, [isReady, value, field, mutate]);
  const counted = isReady && !preview.isPending ? preview.data : undefined;
  const rows = counted && `${formatNumber(counted.total)} ${counted.total === 1 ? one : many}`;
  const error = preview.error ?? apply.error;
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={(open) => !open && onClose()}
      title={rows ? `${action.verb} ${rows}?` : action.label}
      description={`${action.effect} ${action.canUndo ? 'You can undo this.' : 'This can’t be undone.'}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={action.danger ? 'danger' : 'primary'}
            disabled={!counted || counted.total === 0}
            busy={apply.isPending || (isReady && preview.isPending)}
            onClick={() => apply.mutate(counted!.id)}
          >
            {rows ? `${action.verb} ${rows}` : action.verb}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        {action.choices && (
          <Field label={action.label}>
            <Select
              placeholder="Choose…"
              value={value}
              onChange={(event) => setValue(event.target.value)}
              options={(choices.data ?? []).map((choice) => ({ value: String(choice.id), label: choice.name }))}
            />
          </Field>
        )}
        {action.fields && <FieldChoice fields={action.fields} onChange={setField} />}
        {counted?.values && <ValuePreview {...counted.values} {...{ one, many }} />}
        {error != null && <Callout tone="bad" title={sentenceOf(error)} />}
      </div>
    </Dialog>
  );
}
