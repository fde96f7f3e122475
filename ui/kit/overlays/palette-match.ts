import type { ReactNode } from 'react';
import { allowedErrors, editDistance } from '#shared/edit-distance.ts';

export interface Command {
  id: string;
  label: string;
  /** Distinguishes commands of the same label, such as by a city. */
  detail?: string;
  group: string;
  keywords?: string;
  icon?: ReactNode;
  shortcut?: string;
  run: () => void;
}

/** True if a text begins with a typed word, or with one that differs by a typo. Short words have none. */
export function startsLike(text: string, typed: string): boolean {
  const most = allowedErrors(typed);
  return [0, -1, 1].some((more) => editDistance(text.slice(0, typed.length + more), typed, most) <= most);
}

/**
 * Every typed word must start a word of the command. Matches in the label rank higher than those in the keywords. If no command
 * matches, typos are forgiven.
 */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const exact = matchWords(commands, typedWords, (text, word) => ` ${text.toLowerCase()}`.includes(` ${word}`));
  if (exact.length > 0) return exact;
  return matchWords(commands, typedWords, (text, word) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .some((one) => startsLike(one, word)),
  );
}

function matchWords(
  commands: readonly Command[],
  typedWords: readonly string[],
  begins: (text: string, word: string) => boolean,
): Command[] {
  return commands
    .map((command) => ({ command, inLabel: typedWords.filter((word) => begins(command.label, word)).length }))
    .filter(({ command }) => {
      const text = `${command.label} ${command.group} ${command.keywords ?? ''}`;
      return typedWords.every((word) => begins(text, word));
    })
    .toSorted((a, b) => b.inLabel - a.inLabel)
    .map(({ command }) => command);
}

/** Groups in the order of their best match. */
export function groupCommands(commands: readonly Command[]): [group: string, members: Command[]][] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const members = groups.get(command.group);
    if (members) members.push(command);
    else groups.set(command.group, [command]);
  }
  return [...groups];
}
