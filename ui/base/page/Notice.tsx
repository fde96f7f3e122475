import { EmptyState, type EmptyStateProps } from '#ui/kit/display/EmptyState.tsx';
import { Head } from './Head.tsx';
import css from './Notice.module.css';

interface NoticeProps extends Omit<EmptyStateProps, 'heading' | 'compact' | 'title'> {
  title: string;
  /** The document title, if it differs. */
  head?: string;
}

/** A page with a single message, not indexed by search engines. */
export function Notice({ head, title, className = css.notice, ...rest }: NoticeProps) {
  return (
    <section className={className}>
      <Head title={head ?? title} noindex />
      <EmptyState heading="h1" title={title} {...rest} />
    </section>
  );
}
