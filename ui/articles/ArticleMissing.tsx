import { Notice } from '#ui/base/page/Notice.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';

export function ArticleMissing() {
  return (
    <Notice
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
