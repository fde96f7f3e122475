import { Download } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from '../Bulk.module.css';
import { exportList } from './export-list.ts';
import { useDownload } from '../use-download.ts';

/** Analytics & Reports, Data Exports. */
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
          <li>Large exports take minutes; they are written as they are sent.</li>
          <li>The download starts by itself.</li>
          <li>All fields an administrator can see are included. Passwords, tokens, keys and card data never are.</li>
          <li>Exports hold personal information. Each one is written to the audit log with your name.</li>
        </ul>
      </Callout>
    </div>
  );
}
