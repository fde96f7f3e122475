import { listFiles, listRootFiles, readSource, sourceFolders } from './source-files.ts';

type ProseKind = 'comment' | 'title' | 'document' | 'interface';

export interface Prose {
  file: string;
  line: number;
  kind: ProseKind;
  text: string;
}

interface Token {
  kind: 'comment' | 'string';
  text: string;
  index: number;
}

const regexAllowedAfter = /(?:^|[(,=:[!&|?{};]|=>|\breturn)\s*$/;
const regexLiteral = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** Comments and string literals of TypeScript, without a parser: TypeScript 7 has no API for one. */
function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const matchAt = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };

  /** Reads code from `at` to the end, or to the brace that closes a template's `${`. */
  const readCode = (at: number, inTemplate: boolean): number => {
    let depth = 0;
    while (at < source.length) {
      const character = source[at]!;
      const blockComment = character === '/' ? matchAt(/\/\*[\s\S]*?\*\//y, at) : undefined;
      const lineComment = /^$|\s/.test(source[at - 1] ?? '') ? matchAt(/\/\/.*/y, at) : undefined;
      const comment = blockComment ?? lineComment;
      if (comment !== undefined) {
        tokens.push({ kind: 'comment', text: comment, index: at });
        at += comment.length;
      } else if (character === '`') {
        at = readTemplate(at);
      } else if (character === "'" || character === '"') {
        const literal = matchAt(character === "'" ? /'(?:\\.|[^'\\\n])*'/y : /"(?:\\.|[^"\\\n])*"/y, at);
        // An apostrophe in JSX text opens nothing.
        const isApostrophe = character === "'" && /[A-Za-z]/.test(source[at - 1] ?? '');
        if (literal === undefined || isApostrophe) at += 1;
        else {
          tokens.push({ kind: 'string', text: literal.slice(1, -1), index: at });
          at += literal.length;
        }
      } else if (character === '/' && regexAllowedAfter.test(source.slice(Math.max(0, at - 40), at))) {
        at += matchAt(regexLiteral, at)?.length ?? 1;
      } else {
        if (character === '{') depth += 1;
        if (character === '}' && depth-- === 0 && inTemplate) return at + 1;
        at += 1;
      }
    }
    return at;
  };

  const readTemplate = (start: number): number => {
    let text = '';
    let at = start + 1;
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at = readCode(at + 2, true);
        text += '…';
      } else {
        const length = source[at] === '\\' ? 2 : 1;
        text += source.slice(at, at + length);
        at += length;
      }
    }
    tokens.push({ kind: 'string', text, index: start });
    return at + 1;
  };

  readCode(0, false);
  return tokens;
}

const directive = /^\s*(oxlint-|prettier-|eslint-|@ts-|@vitest|#__|@__|\/ ?<)/;
const cleanComment = (text: string): string =>
  text
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^\s*(?:\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Joins `//` comments on consecutive lines, since their sentences run across lines. */
function joinLineComments(source: string, comments: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const comment of comments) {
    const previous = joined.at(-1);
    const gap = previous && source.slice(previous.index + previous.text.length, comment.index);
    if (previous?.text.startsWith('//') && comment.text.startsWith('//') && /^\n[ \t]*$/.test(gap!))
      joined[joined.length - 1] = {
        ...previous,
        text: source.slice(previous.index, comment.index + comment.text.length),
      };
    else joined.push(comment);
  }
  return joined;
}

const testTitle = /\b(?:it|test|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*$/;
const jsxText = />\s*([A-Z“][^<>{}=;]*\s[^<>{}=;]*)(?=[<{])/g;

function findCodeProse(file: string): Prose[] {
  const source = readSource(file);
  const lineOf = (index: number) => source.slice(0, index).split('\n').length;
  const toProse = (kind: ProseKind, index: number, text: string): Prose => ({ file, line: lineOf(index), kind, text });
  const tokens = tokenize(source);
  const comments = joinLineComments(
    source,
    tokens.filter(({ kind }) => kind === 'comment'),
  ).map(({ index, text }) => toProse('comment', index, cleanComment(text)));
  const strings = tokens.filter(({ kind }) => kind === 'string');
  const isSpec = /\.(test|spec)\.tsx?$/.test(file);
  const titles = strings.filter(({ index }) => isSpec && testTitle.test(source.slice(Math.max(0, index - 300), index)));
  const sqlComments = strings.flatMap(({ text, index }) =>
    [...text.matchAll(/(?:^|\n)[ \t]*(-- .+(?:\n\s*-- .+)*)/g)].map((match) =>
      toProse('comment', index + match.index, match[1]!.replace(/\s*--\s+/g, ' ').trim()),
    ),
  );
  const isShown = /^(ui|server|desktop|web)\//.test(file) && !isSpec && !/\/(test|e2e|security)\//.test(file);
  const sentences = strings.filter(({ text }) => isShown && /^[A-Z“][^\n]* [^\n]*[a-z]/.test(text));
  const markup = isShown && file.endsWith('.tsx') ? [...source.matchAll(jsxText)] : [];
  return [
    ...comments.filter(({ text }) => text !== '' && !directive.test(text)),
    ...sqlComments,
    ...titles.map(({ index, text }) => toProse('title', index, text)),
    ...sentences.map(({ index, text }) => toProse('interface', index, text)),
    ...markup.map((match) => toProse('interface', match.index, match[1]!.replace(/\s+/g, ' ').trim())),
  ].toSorted((a, b) => a.line - b.line);
}

function findStyleProse(file: string): Prose[] {
  const source = readSource(file);
  return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map((match) => ({
    file,
    line: source.slice(0, match.index).split('\n').length,
    kind: 'comment',
    text: cleanComment(match[0]),
  }));
}

/** A piece is a paragraph, a list item, a heading, or a cell of a table. */
function findDocumentProse(file: string): Prose[] {
  const source = readSource(file).replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ''));
  const pieces: Prose[] = [];
  let isOpen = false;
  source.split('\n').forEach((line, index) => {
    const isNew = /^\s*(#|[-*] |\d+\. |>|\|)/.test(line);
    const text = line
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/^\s*(#+|[-*]|\d+\.|>)\s+/, '')
      .trim();
    if (line.startsWith('|')) {
      const cells = text.split('|').map((cell) => cell.trim());
      pieces.push(...cells.map((cell) => ({ file, line: index + 1, kind: 'document' as const, text: cell })));
    } else if (isOpen && !isNew && text !== '') {
      pieces.at(-1)!.text += ` ${text}`;
    } else if (text !== '') {
      pieces.push({ file, line: index + 1, kind: 'document', text });
    }
    isOpen = text !== '' && !/^(#|\|)/.test(line);
  });
  return pieces.filter(({ text }) => /[A-Za-z]{2}/.test(text));
}

/** Everything in the repository that people read: comments, test titles, documents, and sentences on screens. */
export function findProse(): Prose[] {
  // The voice test lists the words it forbids.
  const code = listFiles(sourceFolders, /\.(ts|tsx|mjs)$/).filter((file) => file !== 'server/test/laws/voice.test.ts');
  return [
    ...code.flatMap(findCodeProse),
    ...listFiles(['ui', 'web', 'desktop'], /\.css$/).flatMap(findStyleProse),
    ...[...listRootFiles(/\.md$/), ...listFiles(['docs', 'bench'], /\.md$/)].flatMap(findDocumentProse),
  ];
}
