import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { layout } from '#ui/kit/layout.ts';
import { ClusterList } from './ClusterList.tsx';
import { StepForm } from './StepForm.tsx';
import type { Workbench } from '../use-import-file.ts';
import { ValueList } from './ValueList.tsx';

interface ColumnPanelProps {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
  onFilter: (values: string[]) => void;
  onClose: () => void;
}

/** Fixes one column in all rows. */
export function ColumnPanel({ file, column, addSteps, onFilter, onClose }: ColumnPanelProps) {
  const shared = { file, column, addSteps };
  const panel = useRef<HTMLDivElement>(null);
  // On narrow screens the panel opens below the grid, where it would go unnoticed.
  useEffect(() => {
    const { top } = panel.current!.getBoundingClientRect();
    if (top < 0 || top > innerHeight * 0.75) panel.current!.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <Card as="section" aria-label={`Fix ${column}`}>
      <div ref={panel} className={layout.tight}>
        <div className={layout.between}>
          <h2>{column}</h2>
          <IconButton label="Close" size="small" onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <Tabs
          label={`Ways to fix ${column}`}
          tabs={[
            { value: 'values', label: 'Values', content: <ValueList {...shared} onFilter={onFilter} /> },
            { value: 'similar', label: 'Similar', content: <ClusterList {...shared} /> },
            { value: 'change', label: 'Change all', content: <StepForm {...shared} /> },
          ]}
        />
      </div>
    </Card>
  );
}
