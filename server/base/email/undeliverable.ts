import { plainLine } from './email-words.ts';

export { clearUndeliverable, deleteOldUndeliverable, findUndeliverable } from './queries-undeliverable.ts';

/** Routine email to an address pauses for this long after a rejection. A mailbox may exist again later. */
export const PAUSE_DAYS = 30;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

interface Rejection {
  reason: string;
  /** False if the mail server rejected the message or our server, which says nothing about the address. */
  isAddress: boolean;
}

/**
 * Reads a mail server's final "no" to a message. Null for anything that a retry may fix: temporary replies, broken
 * connections, and a login or a sender that the operator has to correct.
 */
export function readRejection(error: unknown): Rejection | null {
  if (!(error instanceof Error)) return null;
  const { command = '', response = '', responseCode = 0 } = error as SmtpError;
  const isFinal = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  if (!isFinal || (command !== 'RCPT TO' && command !== 'DATA')) return null;
  // Class 1 of an enhanced code is about the address, 2 about the mailbox; 7 is about policy, such as a blocked sender.
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  const isAddress = subject === undefined ? command === 'RCPT TO' : subject === '1' || subject === '2';
  return {
    reason: plainLine(response || error.message)
      .slice(0, 300)
      .replace(/\.$/, ''),
    isAddress,
  };
}
