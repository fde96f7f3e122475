import { session } from 'electron';

const USE_CHROMIUMS_RESULT = -3;

/** Remembers the name in the certificate of each host, because the errors of `net.fetch` don't say. */
const owners = new Map<string, string>();

export function watchCertificates(): void {
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, finish) => {
    owners.set(hostname, certificate.subjectName);
    finish(USE_CHROMIUMS_RESULT);
  });
}

export const findCertificateOwner = (hostname: string): string | null => owners.get(hostname) ?? null;
