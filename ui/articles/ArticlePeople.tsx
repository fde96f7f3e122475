import type { Article } from '#contract/articles/articles.ts';
import type { ArticlePerson } from '#contract/articles/people.ts';
import css from './ArticlePeople.module.css';

type Bylines = Pick<Article, 'authorPerson' | 'reviewerPerson'>;

/** Introduces the author and the reviewer of an article. A byline without a person has nothing to add. */
export function ArticlePeople({ article: { authorPerson, reviewerPerson } }: { article: Bylines }) {
  const shown = [
    { part: 'Author', person: authorPerson },
    { part: 'Reviewer', person: reviewerPerson },
  ].filter((entry): entry is { part: string; person: ArticlePerson } =>
    Boolean(entry.person && (entry.person.introduction || entry.person.link)),
  );
  if (shown.length === 0) return null;
  return (
    <section className={css.people} aria-label="Author and reviewer">
      {shown.map(({ part, person: { name, credentials, introduction, link } }) => (
        <div key={part} className={css.person}>
          <span className={css.part}>{part}</span>
          <strong>{[name, credentials].filter(Boolean).join(', ')}</strong>
          {introduction && <p>{introduction}</p>}
          {link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              More about {name}
            </a>
          )}
        </div>
      ))}
    </section>
  );
}
