import { Download } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './ExportsTab.module.css';
import { exportList } from './export-list.ts';
import { useDownload } from '#ui/base/use-download.ts';
import { layout } from '#ui/kit/layout.ts';

export function ExportsTab() {
  const { saving, save } = useDownload();
  return (
    <div className={layout.stack}>
      <div className={layout.cards}>
        {exportList.map(({ name, label, about, type }) => (
          <Card key={name} as="section" className={css.export}>
            <h2>{label.replace(/^Export /, '').replace(/ \(.*\)$/, '')}</h2>
            <p className={layout.hint}>{about}</p>
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
        <ul className={layout.bullets}>
          <li>Large exports take a few minutes.</li>
          <li>The download starts automatically.</li>
          <li>
            Exports include every field an administrator can see, but never passwords, tokens, keys, or card data.
          </li>
          <li>Exports contain personal information. Each one is recorded in the audit log with your name.</li>
        </ul>
      </Callout>
    </div>
  );
}
