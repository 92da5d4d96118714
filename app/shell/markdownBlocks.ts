/** A block of a page of the manual. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'picture'; readonly alt: string; readonly source: string };

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;
/** A picture that has its line for itself. */
const PICTURE = /^!\[([^\]]*)\]\(([^()\s]+)\)\s*$/;

/** The part of Markdown that the manual is written in: headings, paragraphs, lists, tables, fenced code and pictures. */
export function markdownBlocks(text: string): readonly Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (wanted: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && wanted(lines[at])) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    const picture = PICTURE.exec(line);
    if (line.trim() === '') at++;
    else if (heading !== null) {
      blocks.push({ kind: 'heading', level: heading[1].length, text: heading[2] });
      at++;
    } else if (picture !== null) {
      blocks.push({ kind: 'picture', alt: picture[1], source: picture[2] });
      at++;
    } else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: takeWhile((next) => !next.startsWith('```')).join('\n') });
      at++;
    } else if (line.startsWith('|')) {
      const rows = takeWhile((next) => next.startsWith('|')).filter((row) => !/^[|\s:-]+$/.test(row));
      blocks.push({
        kind: 'table',
        rows: rows.map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
      });
    } else if (ITEM.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const listed = takeWhile((next) => ITEM.test(next) || (/^\s+\S/.test(next) && next.trim() !== ''));
      blocks.push({ kind: 'list', ordered, items: listItems(listed) });
    } else {
      // A line that looks like nothing else is text, whatever it begins with.
      at++;
      const words = takeWhile((next) => next.trim() !== '' && !/^(#|```|\|)/.test(next) && !ITEM.test(next));
      blocks.push({ kind: 'paragraph', text: [line, ...words].join(' ') });
    }
  }
  return blocks;
}

/** Lines that do not begin an item go on with the one before. */
function listItems(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return items;
}

/** A run of text in one style. */
export interface Span {
  readonly kind: 'text' | 'code' | 'strong' | 'emphasis';
  readonly text: string;
}

/** Code, strong text, emphasis, and links as their text: the manual is read without a network. */
export function markdownSpans(text: string): readonly Span[] {
  const plain = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\b_[^_]+_\b)/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (part.startsWith('`') && part.length > 2) return { kind: 'code', text: part.slice(1, -1) };
      if (part.startsWith('**') && part.length > 4) return { kind: 'strong', text: part.slice(2, -2) };
      if (/^_.+_$/.test(part)) return { kind: 'emphasis', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}
