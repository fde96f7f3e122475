import { useState } from 'react';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError } from '#ui/base/platform/api.ts';
import { ConsoleRefusal } from '#ui/base/platform/console.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';

/** The action of a toast that shows the saved file in its folder. */
export const createRevealAction = (reveal: () => void) => ({
  label: 'Show in folder',
  altText: 'Open the folder the file was saved in',
  onSelect: reveal,
});

/** Names the failure, and the reason if the person can act on it. */
function describeFailure(error: unknown, what: string): string {
  const isActionable = error instanceof ConsoleRefusal || (error instanceof ApiError && isReason(error));
  if (!isActionable) return what;
  return `${what}. ${error instanceof ApiError ? error.sentence : error.message}`;
}

/** A 401 logs the person out, which has a message of its own. A 500 has no reason. */
const isReason = ({ status, code }: ApiError): boolean => code !== 'http' && status !== 401 && status !== 500;

/** Saves a response as a file whose name ends with today's date. */
export function useDownload() {
  const platform = usePlatform();
  const [saving, setSaving] = useState<string | null>(null);
  const save = async (what: string, url: string, name: string, extension = 'csv') => {
    setSaving(what);
    const isCsv = extension === 'csv';
    try {
      const saved = await platform.saveFile(url, `${name}-${new Date().toISOString().slice(0, 10)}.${extension}`);
      if (saved)
        toast({
          title: 'Export Complete',
          description: isCsv ? 'CSV file has been downloaded' : 'The file has been downloaded',
          variant: 'good',
          ...(saved.reveal ? { action: createRevealAction(saved.reveal) } : {}),
        });
    } catch (error) {
      toast({
        title: 'Export Failed',
        description: describeFailure(error, isCsv ? 'Failed to export CSV data' : 'Failed to export data'),
        variant: 'destructive',
      });
    } finally {
      setSaving(null);
    }
  };
  return { saving, save };
}
