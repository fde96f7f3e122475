import type { Suggestion } from '#contract/suggestions.ts';
import { formatUtcDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';

/** The values of a suggestion, each with the name of its field. */
export function SuggestedValues({ suggestion: { values } }: { suggestion: Suggestion }) {
  return (
    <div className={layout.tight}>
      {values.map(({ label, value }) => (
        <span key={label}>
          {label}: {value}
        </span>
      ))}
    </div>
  );
}

/** The words of the page that a suggestion comes from, with its address and the day on which it was read. */
export function SuggestionSource({ suggestion: { quote, page, seenAt, certainty } }: { suggestion: Suggestion }) {
  return (
    <div className={layout.tight}>
      <q>{quote}</q>
      <span className={layout.hint}>
        <a href={page} target="_blank" rel="noopener noreferrer nofollow">
          {page}
        </a>
        , {formatUtcDate(seenAt)}, {certainty}% sure
      </span>
    </div>
  );
}
