import { resolve } from 'node:path';
import { mayImport } from '../policy/files.ts';
import { claimOfLink } from '../policy/urls.ts';
import type { StaffConsole } from './console.ts';
import { openFiles } from './handlers.ts';

/** Makes the paths of files absolute, because a second start has its own folder. Leaves out switches. */
export const resolveArguments = (args: readonly string[], folder: string): string[] =>
  args
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => (/^[a-z][a-z\d+.-]+:\/\//i.test(argument) ? argument : resolve(folder, argument)));

/** Opens the files and links that the system passes to the console. Ignores all other arguments. */
export async function openArguments(staffConsole: StaffConsole, args: string[]): Promise<void> {
  for (const argument of args) {
    const claimId = claimOfLink(argument);
    if (claimId !== null) await openClaim(staffConsole, claimId);
    else if (mayImport(argument)) {
      const { host } = staffConsole;
      try {
        host.sendEvent({ kind: 'files', files: await openFiles(staffConsole, [argument]) });
      } catch (error) {
        host.sendEvent({ kind: 'say', title: 'The file wasn’t opened', message: (error as Error).message });
      }
    }
  }
}

/** The page that shows a claim, in the list for its status; null if this server has no such claim. */
async function findClaimPage(staffConsole: StaffConsole, claimId: number): Promise<string | null> {
  const { outbox, snapshot } = staffConsole;
  if (!snapshot.claim(claimId)) await staffConsole.sync();
  const claim = snapshot.claims(null, outbox.waiting()).find(({ id }) => id === claimId);
  if (!claim || claim.status === 'withdrawn') return null;
  return `/admin?tab=claims&claim=${claimId}${claim.status === 'pending' ? '' : `&list=${claim.status}`}`;
}

async function openClaim(staffConsole: StaffConsole, claimId: number): Promise<void> {
  const { host } = staffConsole;
  const page = await findClaimPage(staffConsole, claimId);
  host.sendEvent({ kind: 'go', to: page ?? '/admin?tab=claims' });
  if (page === null)
    host.sendEvent({
      kind: 'say',
      title: `We couldn’t find claim ${claimId}`,
      message: 'It’s not on this server, or it was closed long ago.',
    });
}
