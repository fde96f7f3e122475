import { mayImport } from '../../policy/files.ts';
import { claimOfLink } from '../../policy/urls.ts';
import type { StaffConsole } from '../console.ts';
import { openFiles } from '../handlers.ts';

/** Files and links a person opens with the console, from wherever the system brings them. */
export async function openGiven(staffConsole: StaffConsole, given: string[]): Promise<void> {
  for (const one of given) {
    const claim = claimOfLink(one);
    if (claim !== null) await openClaim(staffConsole, claim);
    else if (mayImport(one)) {
      const files = await openFiles(staffConsole, [one]).catch(() => []);
      if (files.length > 0) staffConsole.host.tell({ kind: 'files', files });
    }
  }
}

async function openClaim(staffConsole: StaffConsole, claim: number): Promise<void> {
  const { tell } = staffConsole.host;
  const to = await staffConsole.pathOf(claim);
  if (to !== null) return tell({ kind: 'go', to });
  tell({ kind: 'go', to: '/admin?tab=claims' });
  tell({
    kind: 'say',
    title: `Claim ${claim} is not here`,
    message: 'It is not on this server, or was closed long ago.',
  });
}
