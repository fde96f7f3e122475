import { useState } from 'react';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { usePlatform } from '#ui/platform/platform.ts';

/** The action of a toast that shows the saved file in its folder. */
export const createRevealAction = (reveal: () => void) => ({
  label: 'Show in folder',
  altText: 'Open the folder the file was saved in',
  onSelect: reveal,
});

/** Saves a response as a file whose name ends with today's date. */
export function useDownload() {
  const platform = usePlatform();
  const [saving, setSaving] = useState<string | null>(null);
  const save = async (what: string, url: string, name: string, extension = 'csv') => {
    setSaving(what);
    try {
      const saved = await platform.saveFile(url, `${name}-${new Date().toISOString().slice(0, 10)}.${extension}`);
      if (saved)
        toast({
          title: 'Export Complete',
          description: extension === 'csv' ? 'CSV file has been downloaded' : 'The file has been downloaded',
          variant: 'good',
          ...(saved.reveal ? { action: createRevealAction(saved.reveal) } : {}),
        });
    } catch (error) {
      toast({
        title: 'Export Failed',
        description: sentenceOf(error, 'Failed to export CSV data'),
        variant: 'destructive',
      });
    } finally {
      setSaving(null);
    }
  };
  return { saving, save };
}
