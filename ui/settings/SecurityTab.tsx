import { SecuritySettings } from '#ui/accounts/admin/SecuritySettings.tsx';
import { BackupCard } from '#ui/bulk/admin/BackupCard.tsx';
import css from '../admin-shell/AdminShell.module.css';

export function SecurityTab() {
  return (
    <div className={css.columns}>
      <SecuritySettings />
      <BackupCard />
    </div>
  );
}
