import { create } from 'zustand';
import type { OpenFile } from '#ui/platform/console.ts';

interface FilesState {
  files: OpenFile[];
  shown: string;
  /** The import each file has led to. */
  runs: Record<string, number>;
}
const nothing: FilesState = { files: [], shown: '', runs: {} };

/** The files on the table. They stay there while other screens are looked at. */
export const useFiles = create<FilesState>(() => nothing);
const { setState: set } = useFiles;

export function addFiles(more: readonly OpenFile[]): void {
  const [first] = more;
  if (!first) return;
  set(({ files, runs }) => {
    const changed = files.filter((was) => more.some((one) => one.file === was.file && one.changedAt !== was.changedAt));
    return {
      files: [...files.filter(({ file }) => !more.some((one) => one.file === file)), ...more],
      shown: first.file,
      // What became of it is about what it was.
      runs: Object.fromEntries(Object.entries(runs).filter(([file]) => !changed.some((was) => was.file === file))),
    };
  });
}
export const showFile = (file: string): void => set({ shown: file });
export const putAway = (file: string): void =>
  set(({ files, shown, runs: { [file]: _gone, ...runs } }) => {
    const left = files.filter((one) => one.file !== file);
    return { files: left, shown: shown === file ? (left[0]?.file ?? '') : shown, runs };
  });
export const putAllAway = (): void => set(nothing);
export const keepRun = (file: string, run: number | null): void =>
  set(({ runs: { [file]: _before, ...runs } }) => ({ runs: run === null ? runs : { ...runs, [file]: run } }));
