import { CircleAlert, CircleCheck } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import css from './FileResults.module.css';
import type { FileResult } from './use-gallery.ts';

/** Lists each chosen file with its result. */
export function FileResults({ results, onClear }: { results: FileResult[]; onClear: () => void }) {
  return (
    <div aria-live="polite">
      {results.length > 0 && (
        <div className={css.results}>
          <ul aria-label="Chosen files">
            {results.map(({ name, problem }, index) => (
              // Two files can have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={problem === null ? css.added : css.refused}>
                {problem === null ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
                <span>
                  <strong>{name}</strong>: <span>{problem ?? 'added'}</span>
                </span>
              </li>
            ))}
          </ul>
          <Button size="small" variant="quiet" onClick={onClear}>
            Clear this list
          </Button>
        </div>
      )}
    </div>
  );
}
