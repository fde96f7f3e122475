import { mayImport } from '../../policy/files.ts';
import { claimOfLink } from '../../policy/urls.ts';
import type { Desk } from '../console.ts';
import { openFiles } from '../handlers.ts';

/** Files and links a person opens with the console, from wherever the system brings them. */
export async function openGiven(desk: Desk, given: string[]): Promise<void> {
  for (const one of given) {
    const claim = claimOfLink(one);
    if (claim !== null) await openClaim(desk, claim);
    else if (mayImport(one)) {
      const files = await openFiles(desk, [one]).catch(() => []);
      if (files.length > 0) desk.host.tell({ kind: 'files', files });
    }
  }
}

async function openClaim(desk: Desk, claim: number): Promise<void> {
  const { tell } = desk.host;
  const to = await desk.pathOf(claim);
  if (to !== null) return tell({ kind: 'go', to });
  tell({ kind: 'go', to: '/admin?tab=claims' });
  tell({
    kind: 'say',
    title: `Claim ${claim} is not here`,
    message: 'It is not on this server, or was closed long ago.',
  });
}
