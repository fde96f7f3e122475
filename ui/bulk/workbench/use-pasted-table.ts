import { useEffect, useRef } from 'react';

/** True for rows copied from a spreadsheet: at least two lines with tabs. */
export const isTable = (text: string): boolean => {
  const lines = text.split(/\r?\n/, 3);
  return lines.length > 1 && lines[0]!.includes('\t') && lines[1]!.includes('\t');
};

/** Opens rows that the person pastes anywhere on the page, unless they are typing. Null turns it off. */
export function usePastedTable(onFile: ((file: File) => Promise<unknown>) | null): void {
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!isTable(text)) return;
      event.preventDefault();
      void latest.current?.(new File([text], 'pasted-rows.tsv', { type: 'text/tab-separated-values' }));
    };
    addEventListener('paste', handlePaste);
    return () => removeEventListener('paste', handlePaste);
  }, []);
}
