import { EmptyState, type EmptyStateProps } from '#ui/kit/display/EmptyState.tsx';
import { Head } from './Head.tsx';
import css from './Notice.module.css';

interface NoticeProps extends Omit<EmptyStateProps, 'heading' | 'compact' | 'title'> {
  title: string;
  /** The title of the document, where it is another one. */
  head?: string;
}

/** A page that has one thing to say; no search engine is to keep it. */
export function Notice({ head, title, className = css.notice, ...rest }: NoticeProps) {
  return (
    <section className={className}>
      <Head title={head ?? title} noindex />
      <EmptyState heading="h1" title={title} {...rest} />
    </section>
  );
}
