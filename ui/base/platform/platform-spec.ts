import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Platform } from './platform.ts';

/** A platform under test, and its observed effects. */
interface HostUnderTest {
  platform: Platform;
  /** Saved contents by file name. */
  saved(): Promise<Record<string, string>>;
  opened(): string[];
  /** Cancels the next save. Absent on hosts that don't ask. */
  cancelNext?(): void;
  revealed?(): string[];
  stop?(): Promise<void>;
}
/** The API's response in this spec. */
export const API_ANSWERS: Record<string, string> = { '/api/admin/export/articles': 'id,title\n1,Zoë’s “smile”\n' };

/** The contract of every platform. It runs on the website, the desktop console, and the fake. */
export function platformSpec(name: string, open: () => Promise<HostUnderTest>): void {
  describe(`the platform contract on ${name}`, () => {
    let host: HostUnderTest;
    beforeEach(async () => void (host = await open()));
    afterEach(() => host.stop?.());
    const [url, answer] = Object.entries(API_ANSWERS)[0]!;

    it('offers console features only on the desktop', () => {
      expect(host.platform.staffConsole !== undefined).toBe(host.platform.kind === 'desktop');
    });
    it('saves an API response under the given name', async () => {
      expect(await host.platform.saveFile(url, 'articles.csv')).toBeTruthy();
      expect(await host.saved()).toEqual({ 'articles.csv': answer });
    });
    it('saves text unchanged', async () => {
      const text = '\ufeffname,city\r\n"Zoë, DDS",Boston\r\n';
      expect(await host.platform.saveText('table.csv', text)).toBeTruthy();
      expect(await host.saved()).toEqual({ 'table.csv': text });
    });
    it('saves streamed text', async () => {
      const bits = ['\ufeffname\r\n', '"Zoë, DDS"\r\n', '', '𝔷'.repeat(700_001)];
      const text = async function* () {
        for (const bit of bits) yield await Promise.resolve(bit);
      };
      expect(await host.platform.saveText('table.csv', text())).toBeTruthy();
      expect(await host.saved()).toEqual({ 'table.csv': bits.join('') });
    });
    it.each(['https://evil.example/x', '//evil.example/api/x', 'api/x', '/index.html', 'file:///etc/passwd'])(
      'saves nothing from %s',
      async (elsewhere) => {
        await expect(host.platform.saveFile(elsewhere, 'x.csv')).rejects.toThrow();
        expect(await host.saved()).toEqual({});
      },
    );
    it.each(['../x.csv', 'a/b.csv', 'a\\b.csv'])('saves nothing under %s', async (bad) => {
      await expect(host.platform.saveFile(url, bad)).rejects.toThrow();
      await expect(host.platform.saveText(bad, 'x')).rejects.toThrow();
      expect(await host.saved()).toEqual({});
    });
    it('opens external URLs, but no scripts', async () => {
      for (const bad of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '/local'])
        host.platform.openExternal(bad);
      host.platform.openExternal('https://example.com/help');
      host.platform.openExternal('mailto:help@example.com');
      await expect.poll(() => host.opened()).toEqual(['https://example.com/help', 'mailto:help@example.com']);
    });
    it('returns false and saves nothing if the user cancels', async () => {
      if (!host.cancelNext) return expect(host.platform.kind).toBe('web');
      host.cancelNext();
      expect(await host.platform.saveFile(url, 'articles.csv')).toBe(false);
      host.cancelNext();
      expect(await host.platform.saveText('table.csv', 'x')).toBe(false);
      expect(await host.saved()).toEqual({});
    });
    it('reveals the saved file if the host can', async () => {
      const saved = await host.platform.saveFile(url, 'articles.csv');
      expect(saved && saved.reveal !== undefined).toBe(host.revealed !== undefined);
      if (!saved || !host.revealed) return;
      saved.reveal!();
      await expect.poll(() => host.revealed!()).toEqual(['articles.csv']);
    });
  });
}
