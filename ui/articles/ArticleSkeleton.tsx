import { Head } from '#ui/base/page/Head.tsx';
import { Loading, Skeleton, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import css from './ArticleSkeleton.module.css';
import { PageFrame } from './PageFrame.tsx';

export function ArticleSkeleton() {
  return (
    <PageFrame>
      <Head title="Article" noindex />
      <Loading label="Loading the article" className={css.article}>
        <Skeleton width={180} height={18} />
        <div style={{ margin: 'var(--space-5) 0', display: 'grid', gap: 'var(--space-3)' }}>
          <Skeleton height={48} />
          <Skeleton width="60%" height={48} />
        </div>
        <SkeletonText lines={12} />
      </Loading>
    </PageFrame>
  );
}
