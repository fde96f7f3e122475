import { create } from 'zustand';
import type { OpenFile } from '#ui/base/platform/console.ts';

interface FilesState {
  files: OpenFile[];
  shown: string;
  /** The id of the import of each file. */
  runs: Record<string, number>;
}
const empty: FilesState = { files: [], shown: '', runs: {} };

/** The open files of the import page. They stay open while other pages are shown. */
export const useFiles = create<FilesState>(() => empty);
const { setState } = useFiles;

/** Adds files and shows the first. A file that changed on disk loses its import, which was about the old content. */
export function addFiles(newFiles: readonly OpenFile[]): void {
  const [firstFile] = newFiles;
  if (!firstFile) return;
  setState(({ files, runs }) => {
    const isReplaced = (handle: string) => newFiles.some(({ file }) => file === handle);
    const isChanged = (handle: string) => {
      const [before, after] = [files, newFiles].map((list) => list.find(({ file }) => file === handle));
      return before !== undefined && after !== undefined && before.changedAt !== after.changedAt;
    };
    return {
      files: [...files.filter(({ file }) => !isReplaced(file)), ...newFiles],
      shown: firstFile.file,
      runs: Object.fromEntries(Object.entries(runs).filter(([file]) => !isChanged(file))),
    };
  });
}
export const showFile = (file: string): void => setState({ shown: file });
export const closeFile = (handle: string): void =>
  setState(({ files, shown, runs: { [handle]: _closedRun, ...runs } }) => {
    const otherFiles = files.filter(({ file }) => file !== handle);
    return { files: otherFiles, shown: shown === handle ? (otherFiles[0]?.file ?? '') : shown, runs };
  });
export const closeAllFiles = (): void => setState(empty);
export const setRun = (file: string, run: number | null): void =>
  setState(({ runs: { [file]: _replacedRun, ...runs } }) => ({
    runs: run === null ? runs : { ...runs, [file]: run },
  }));
