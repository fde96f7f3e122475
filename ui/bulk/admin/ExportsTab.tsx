import { Download } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from '../Bulk.module.css';
import { exportList } from './export-list.ts';
import { useDownload } from '../use-download.ts';

/** Data Exports in Analytics & Reports. */
export function ExportsTab() {
  const { saving, save } = useDownload();
  return (
    <div className={css.stack}>
      <div className={css.exports}>
        {exportList.map(({ name, label, about, type }) => (
          <Card key={name} as="section" className={css.export}>
            <h2 className={css.title}>{label.replace(/^Export /, '').replace(/ \(.*\)$/, '')}</h2>
            <p className={css.muted}>{about}</p>
            <Button
              icon={<Download />}
              busy={saving === name}
              onClick={() => void save(name, `/api/admin/export/${name}`, name, type)}
            >
              {label}
            </Button>
          </Card>
        ))}
      </div>
      <Callout title="Before you export">
        <ul className={css.notes}>
          <li>Large exports can take a few minutes.</li>
          <li>The download starts automatically.</li>
          <li>All fields that admins can see are included. Passwords, tokens, keys, and card data never are.</li>
          <li>Exports contain personal information. Each one is recorded in the audit log with your name.</li>
        </ul>
      </Callout>
    </div>
  );
}
