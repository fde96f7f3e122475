import type { Article } from '#contract/articles/articles.ts';
import css from './ArticlePeople.module.css';

type Bylines = Pick<Article, 'author' | 'authorPerson' | 'reviewer' | 'reviewerPerson'>;

/** Introduces the author and the reviewer of an article. A byline without a person has nothing to add. */
export function ArticlePeople({ article: { author, authorPerson, reviewer, reviewerPerson } }: { article: Bylines }) {
  const shown = [
    { part: 'Author', byline: author, ...authorPerson },
    { part: 'Reviewer', byline: reviewer, ...reviewerPerson },
  ].filter(({ introduction, link }) => introduction || link);
  if (shown.length === 0) return null;
  return (
    <section className={css.people} aria-label="Author and reviewer">
      {shown.map(({ part, byline, name, introduction, link }) => (
        <div key={part} className={css.person}>
          <span className={css.part}>{part}</span>
          <strong>{byline}</strong>
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
