import type { Response } from 'express';
import type { Knex } from 'knex';
import { badRequest, notFound } from '#server/http/errors.ts';
import { checkPicture, imageTypes, readDataUrl, type Upload } from '#server/listings/photos/images.ts';
import { addAttachment, readAttachment } from './queries.ts';

const documentTypes: readonly string[] = [...imageTypes, 'application/pdf'];
const notADocument = () => badRequest('Please upload a valid file (pdf, jpeg, png, webp)');
const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export interface Attachment extends Upload {
  kind: 'photo' | 'document';
  name: string;
}

/** What came with a claim, checked by content. Nothing is stored yet. */
export async function readAttachments(given: {
  practiceImage?: string | null | undefined;
  verificationDocument?: string | null | undefined;
  documentName?: string | null | undefined;
}): Promise<Attachment[]> {
  const found: Attachment[] = [];
  if (given.practiceImage) {
    const upload = readDataUrl(given.practiceImage);
    await checkPicture(upload);
    found.push({ ...upload, kind: 'photo', name: `photo.${endings[upload.type]}` });
  }
  if (given.verificationDocument) {
    const upload = readDataUrl(given.verificationDocument, documentTypes, notADocument);
    if (imageTypes.includes(upload.type)) await checkPicture(upload, notADocument);
    found.push({ ...upload, kind: 'document', name: plainName(given.documentName, endings[upload.type]!) });
  }
  return found;
}

/** A file name without a path, without tricks, with the ending its content deserves. */
function plainName(said: string | null | undefined, ending: string): string {
  const base = (said ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
  return `${base || 'document'}.${ending}`;
}

export async function keepAttachments(trx: Knex, claimId: number, attachments: Attachment[], at: Date): Promise<void> {
  for (const { bytes, ...about } of attachments)
    await addAttachment(trx, { ...about, claimId, size: bytes.length, bytes, createdAt: at });
}

/** For staff only, and never stored on the way. */
export async function sendAttachment(db: Knex, id: number, res: Response): Promise<void> {
  const found = await readAttachment(db, id);
  if (!found) throw notFound('There is no such attachment.');
  res
    .set({
      'Content-Type': found.type,
      'Content-Length': String(found.bytes.length),
      'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(found.name).replace(/['()*]/g, (c) => `%${c.codePointAt(0)!.toString(16)}`)}`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(found.bytes);
}
