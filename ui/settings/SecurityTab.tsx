import { SecuritySettings } from '#ui/accounts/admin/SecuritySettings.tsx';
import { BackupCard } from '#ui/bulk/admin/BackupCard.tsx';
import { SampleDataCard } from '#ui/opening/admin/SampleDataCard.tsx';
import { layout } from '#ui/kit/layout.ts';

export function SecurityTab() {
  return (
    <div className={layout.columns}>
      <SecuritySettings />
      <BackupCard />
      <SampleDataCard />
    </div>
  );
}
