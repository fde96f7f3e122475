import { useState } from 'react';
import { exportMyData } from '#contract/accounts/privacy.ts';
import { fileNameOf } from '#shared/slug.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';

/** Saves all data about the user's account in one file. */
export function MyDataButton() {
  const brand = useBrand();
  const platform = usePlatform();
  const [busy, setBusy] = useState(false);
  const saveMyData = async () => {
    setBusy(true);
    try {
      const accountData = await api(exportMyData, {});
      const day = new Date().toISOString().slice(0, 10);
      await platform.saveText(`${fileNameOf(brand)}-my-data-${day}.json`, JSON.stringify(accountData, null, 2));
    } catch (error) {
      toast({ title: 'Export Failed', description: sentenceOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void saveMyData()}>
      Export my data
    </Button>
  );
}
