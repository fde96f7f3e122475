import type { Response } from 'express';
import type { Knex } from 'knex';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { checkPicture, imageTypes, readDataUrl, type Upload } from '#server/listings/photos/images.ts';
import { isPdf } from './pdf.ts';
import { addAttachment, findAttachment } from './queries.ts';

const documentTypes: readonly string[] = [...imageTypes, 'application/pdf'];
const notADocument = () => badRequest('Please upload a valid file (pdf, jpeg, png, webp)');
const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export interface Attachment extends Upload {
  kind: 'photo' | 'document';
  name: string;
}

/** Decodes the files of a claim and checks their content. Stores nothing. */
export async function parseAttachments(form: {
  practiceImage?: string | null | undefined;
  verificationDocument?: string | null | undefined;
  documentName?: string | null | undefined;
}): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  if (form.practiceImage) {
    const upload = readDataUrl(form.practiceImage);
    await checkPicture(upload);
    attachments.push({ ...upload, kind: 'photo', name: `photo.${extensions[upload.type]}` });
  }
  if (form.verificationDocument) {
    const upload = readDataUrl(form.verificationDocument, documentTypes, notADocument);
    if (imageTypes.includes(upload.type)) await checkPicture(upload, notADocument);
    else if (!isPdf(upload.bytes)) throw notADocument();
    attachments.push({ ...upload, kind: 'document', name: safeFileName(form.documentName, extensions[upload.type]!) });
  }
  return attachments;
}

/** Removes paths and unusual characters, and sets the extension of the actual content. */
function safeFileName(fileName: string | null | undefined, extension: string): string {
  const base = (fileName ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
  return `${base || 'document'}.${extension}`;
}

export async function saveAttachments(trx: Knex, claimId: number, attachments: Attachment[], at: Date): Promise<void> {
  for (const { bytes, ...file } of attachments)
    await addAttachment(trx, { ...file, claimId, size: bytes.length, bytes, createdAt: at });
}

/** Sends the file uncached. Callers check that the user is staff. */
export async function sendAttachment(db: Knex, id: number, res: Response): Promise<void> {
  const attachment = await findAttachment(db, id);
  if (!attachment) throw notFound("We couldn't find this attachment.");
  res
    .set({
      'Content-Type': attachment.type,
      'Content-Length': String(attachment.bytes.length),
      'Content-Disposition': `inline; filename*=UTF-8''${encodeURIComponent(attachment.name).replace(/['()*]/g, (c) => `%${c.codePointAt(0)!.toString(16)}`)}`,
      'X-Content-Type-Options': 'nosniff',
    })
    .end(attachment.bytes);
}
