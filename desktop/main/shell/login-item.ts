export const HIDDEN_SWITCH = '--hidden';

/** An entry for the autostart folder of Linux desktops. Quotes the path as the specification of desktop entries asks. */
export function loginItemEntry(executable: string, name: string): string {
  const quoted = executable
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=${name}\nExec="${quoted}" ${HIDDEN_SWITCH}\nTerminal=false\n`;
}
