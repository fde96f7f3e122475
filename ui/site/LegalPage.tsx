import type { ReactNode } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './LegalPage.module.css';

export interface LegalPart {
  id: string;
  title: string;
  body: ReactNode;
}

/** A long text with a table of contents at its side. Its description and introduction may name the brand as {brand}. */
export function LegalPage(props: {
  title: string;
  path: string;
  description: string;
  /** Missing while the day isn't known. */
  updated?: string | undefined;
  intro: string;
  parts: readonly LegalPart[];
}) {
  const brand = useBrand();
  const fill = (text: string) => text.replaceAll('{brand}', brand);
  return (
    <article className={layout.page}>
      <Head title={props.title} description={fill(props.description)} canonical={props.path} />
      <header className={layout.head}>
        <h1>{props.title}</h1>
        {props.updated && <p className={css.updated}>Last updated {props.updated}</p>}
      </header>
      <div className={css.columns}>
        <nav aria-label="On this page" className={css.contents} hidden={props.parts.length === 0}>
          <ol>
            {props.parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.text}>
          {props.intro && <p className={css.intro}>{fill(props.intro)}</p>}
          {props.parts.map(({ id, title, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
