import type { ReactNode } from 'react';
import { Card } from '#ui/kit/display/Card.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './Figures.module.css';

/** `value` is null while it loads. `detail` is shown below it. */
export type Figure = [label: string, value: number | string | null | undefined, detail?: ReactNode];

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className={layout.tiles}>
      {figures.map(([label, value, detail]) => (
        <Card key={label} className={css.figure} flush>
          <Stat size="small" label={label} value={value ?? null} detail={detail} />
        </Card>
      ))}
    </div>
  );
}
