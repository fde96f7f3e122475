import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Notice } from './Notice.tsx';

export default function NotFound({ title = 'Page Not Found' }: { title?: string }) {
  return (
    <Notice
      scene="search"
      title={title}
      actions={
        <>
          <ButtonLink to="/directory" variant="primary">
            Find dentists
          </ButtonLink>
          <ButtonLink to="/">Go to the home page</ButtonLink>
        </>
      }
    >
      <p>The page you are looking for does not exist, or it has moved.</p>
    </Notice>
  );
}
