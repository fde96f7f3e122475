import { useCallback, type ReactNode } from 'react';
import { createRevealAction } from '#ui/base/use-download.ts';
import { TableSaving } from '#ui/kit/table/table-csv.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';

/** Lets every table inside save itself as a CSV file that the person picks. */
export function TableSaveProvider({ children }: { children: ReactNode }) {
  const { saveText } = usePlatform();
  const save = useCallback(
    async (name: string, csv: AsyncIterable<string>) => {
      try {
        const file = `${name.replace(/[^\p{L}\p{N} ().-]+/gu, ' ').trim()} ${new Date().toISOString().slice(0, 10)}.csv`;
        const saved = await saveText(file, csv);
        if (!saved) return;
        const action = saved.reveal ? { action: createRevealAction(saved.reveal) } : {};
        toast({ title: 'Saved', description: file, variant: 'good', ...action });
      } catch (error) {
        toast({ title: 'Export Failed', description: sentenceOf(error), variant: 'destructive' });
      }
    },
    [saveText],
  );
  return <TableSaving value={save}>{children}</TableSaving>;
}
