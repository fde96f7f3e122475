import { Progress } from './Progress.tsx';

/** Progress of a form's files, from 0 to 1. Renders nothing when `share` is null. */
export function UploadProgress({ share }: { share: number | null }) {
  if (share === null) return null;
  return share < 1 ? <Progress label="Sending your files" value={share} /> : <Progress label="Checking your files" />;
}
