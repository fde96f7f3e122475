import type { Platform } from './platform.ts';

interface FakePlatform extends Platform {
  saved: { name: string; text: string }[];
  opened: string[];
  revealed: string[];
  /** Cancels the next save. */
  cancelNext(): void;
}

/** A platform for tests and the gallery, which records saved files. */
export function fakePlatform(answer: (url: string) => Promise<string> = async () => ''): FakePlatform {
  let cancels = false;
  const saved: FakePlatform['saved'] = [];
  const opened: string[] = [];
  const revealed: string[] = [];
  const save = async (name: string, text: () => Promise<string>) => {
    if (/[/\\]/.test(name)) throw new Error('A file cannot have this name.');
    if (cancels) return (cancels = false);
    saved.push({ name, text: await text() });
    return { reveal: () => void revealed.push(name) };
  };
  return {
    kind: 'web',
    saved,
    opened,
    revealed,
    cancelNext: () => void (cancels = true),
    async saveFile(url, name) {
      if (!url.startsWith('/api/')) throw new Error('This cannot be saved.');
      return save(name, () => answer(url));
    },
    saveText: (name, text) =>
      save(name, async () => {
        if (typeof text === 'string') return text;
        let whole = '';
        for await (const part of text) whole += part;
        return whole;
      }),
    openExternal: (url) => void (/^(https:\/\/|mailto:|tel:)/i.test(url) && opened.push(url)),
    print: () => {},
  };
}
