import { claimAttachment, type ClaimDossier } from '#contract/claims/claims.ts';
import { urlOf } from '#shared/url.ts';
import { MAX_TOTAL_BYTES } from '../../offline/documents.ts';
import type { ConsoleContext } from '../console-context.ts';

type Attachment = ClaimDossier['attachments'][number];

/** The documents to keep: those of the claims that are due first, as long as they fit. */
export function chooseDocuments(claims: readonly ClaimDossier[], maxBytes = MAX_TOTAL_BYTES): Attachment[] {
  const chosen: Attachment[] = [];
  let total = 0;
  for (const file of claims.flatMap(({ attachments }) => attachments)) {
    if (total + file.size > maxBytes) continue;
    total += file.size;
    chosen.push(file);
  }
  return chosen;
}

/** Downloads the documents of pending claims, and deletes those of decided ones. */
export async function keepDocuments(
  context: Pick<ConsoleContext, 'documents' | 'requestInBackground' | 'snapshot' | 'stay'>,
): Promise<void> {
  const { documents, snapshot, stay } = context;
  if (!documents.canKeep) return;
  const files = chooseDocuments(snapshot.claims('pending', []));
  await documents.keepOnly(new Set(files.map(({ id }) => id)));
  for (const { id } of files) {
    if (documents.has(id)) continue;
    const response = await context.requestInBackground(urlOf(claimAttachment.path, { id }, {}));
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (stay.aborted) return;
    if (response.ok) await documents.keep(id, bytes);
  }
}

const ATTACHMENT_PATH = /^\/api\/admin\/claim-attachments\/(\d+)$/;

/** Answers a request for a document from the disk; null if it isn't kept there. */
export async function readKeptDocument(
  { documents, snapshot }: Pick<ConsoleContext, 'documents' | 'snapshot'>,
  path: string,
): Promise<Response | null> {
  const id = Number(ATTACHMENT_PATH.exec(path)?.[1]);
  const bytes = await documents.read(id);
  if (!bytes) return null;
  const type = snapshot.findAttachment(id)?.type ?? 'application/octet-stream';
  return new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
}
