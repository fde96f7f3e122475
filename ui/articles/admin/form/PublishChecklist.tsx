import { Circle, CircleCheck } from 'lucide-react';
import css from './PublishChecklist.module.css';
import type { CheckedPart } from './publish-checks.ts';

/** Checks off what readers and search engines expect of an article. It holds nothing back. */
export function PublishChecklist({ parts }: { parts: readonly CheckedPart[] }) {
  const done = parts.filter((part) => part.isDone).length;
  return (
    <section aria-label="Before publishing">
      <p>
        Before publishing: {done} of {parts.length} done
      </p>
      <ul className={css.parts}>
        {parts.map(({ label, isDone }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={label} data-done={isDone ? '' : undefined}>
              <Icon aria-hidden="true" size={16} /> {label}
              <span className="hidden-text">{isDone ? ': done' : ': to do'}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
