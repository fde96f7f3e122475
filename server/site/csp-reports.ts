import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';

const MAX_LENGTH = 4_000;
const MAX_PER_MINUTE = 10;

/** Logs a sample of the browsers' reports, because anyone can send any number of them. */
export class CspReportLog {
  #minute = 0;
  #logged = 0;
  #skipped = 0;

  receive(req: Request, { clock, log }: { clock: Clock; log: Logger }): void {
    const minute = Math.floor(clock.now().getTime() / 60_000);
    if (minute !== this.#minute) {
      if (this.#skipped > 0) log.warn({ skipped: this.#skipped }, 'more reports of blocked content were not logged');
      [this.#minute, this.#logged, this.#skipped] = [minute, 0, 0];
    }
    if (this.#logged >= MAX_PER_MINUTE) {
      this.#skipped += 1;
      req.resume();
      return;
    }
    this.#logged += 1;
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => void (text.length < MAX_LENGTH && (text += part)));
    req.on('end', () => log.warn({ report: text.slice(0, MAX_LENGTH) }, 'a browser blocked content'));
  }
}
