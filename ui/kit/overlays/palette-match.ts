import type { ReactNode } from 'react';

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

/** Whether a word of a command begins like a typed one, which may have a typo. */
export type StartsLike = (word: string, typed: string) => boolean;

/**
 * Every typed word must start a word of the command. Matches in the label rank higher than those in the keywords. If no command
 * matches, returns those whose words start almost like the typed ones.
 */
export function matchCommands(commands: readonly Command[], typed: string, startsLike?: StartsLike): Command[] {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const exact = matchWords(commands, typedWords, (text, word) => ` ${text.toLowerCase()}`.includes(` ${word}`));
  if (exact.length > 0 || !startsLike) return exact;
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
