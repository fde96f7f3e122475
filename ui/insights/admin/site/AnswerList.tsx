import css from './AnswerList.module.css';

export interface Answer {
  /** "12 searches". Null while it loads. */
  text: string | null;
  /** "3 more than in the prior 30 days". */
  change?: string;
}

/** Counts in words with their change. */
export const AnswerList = ({ label, answers }: { label: string; answers: readonly Answer[] }) => (
  <ul className={css.answers} aria-label={label}>
    {answers.map(({ text, change }, index) => (
      <li key={index}>
        <p className={css.text}>{text ?? '—'}</p>
        <p className={css.change}>{change ?? '\u00a0'}</p>
      </li>
    ))}
  </ul>
);
