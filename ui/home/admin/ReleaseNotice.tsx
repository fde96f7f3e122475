import type { StaffHome } from '#contract/home/staff-home.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';

export const ReleaseNotice = ({ release }: { release: NonNullable<StaffHome['release']> }) => (
  <Callout title={`Version ${release.version.replace(/^v/, '')} is out`}>
    This server runs {release.running}. Read{' '}
    <Link to={release.url} target="_blank">
      what is new
    </Link>
    , then run <code>npm run upgrade -- {release.version}</code> on each server.
  </Callout>
);
