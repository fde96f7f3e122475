import { SecuritySettings } from '#ui/accounts/SecuritySettings.tsx';
import { BackupCard } from '#ui/bulk/BackupCard.tsx';
import css from './Console.module.css';

export function SecurityTab() {
  return (
    <div className={css.columns}>
      <SecuritySettings />
      <BackupCard />
    </div>
  );
}
