import { Head } from '#ui/app/Head.tsx';
import { Notice } from '#ui/app/Notice.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Loading, Skeleton, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import css from './Articles.module.css';

export function ArticleMissing() {
  return (
    <Notice
      className={css.page}
      scene="search"
      title="Article Not Found"
      actions={
        <ButtonLink to="/topics" variant="primary">
          Back to topics
        </ButtonLink>
      }
    >
      The article you're looking for doesn't exist.
    </Notice>
  );
}

export function ArticleSkeleton() {
  return (
    <div className={css.page}>
      <Head title="Article" noindex />
      <Loading label="Loading the article" className={css.article}>
        <Skeleton width={180} height={18} />
        <div style={{ margin: 'var(--space-5) 0', display: 'grid', gap: 'var(--space-3)' }}>
          <Skeleton height={48} />
          <Skeleton width="60%" height={48} />
        </div>
        <SkeletonText lines={12} />
      </Loading>
    </div>
  );
}
