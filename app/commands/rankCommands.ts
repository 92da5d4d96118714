/** What a command is found by. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  readonly keywords: string;
  readonly group: string;
}

/**
 * The commands that a search finds, the best first: every word must begin a word of the title, or else of the keywords or the group, or be
 * spelled by letters of the title in their order. Equal ones keep their order.
 */
export function rankCommands<T extends Findable>(commands: readonly T[], search: string): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commands;
  return commands
    .map((command) => ({ command, score: words.reduce((sum, word) => sum + score(command, word), 0) }))
    .filter(({ score: total }) => Number.isFinite(total))
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}

/** Higher is better; -Infinity where the word is not found. */
function score({ title, keywords, group }: Findable, word: string): number {
  const text = title.toLowerCase();
  if (text.startsWith(word)) return 100 - text.length / 100;
  if (beginsWord(text, word)) return 80 - text.length / 100;
  if (beginsWord(keywords.toLowerCase(), word)) return 50;
  if (beginsWord(group.toLowerCase(), word)) return 40;
  if (text.includes(word)) return 30;
  return word.length > 1 && spells(text, word) ? 10 - text.length / 10 : -Infinity;
}

function beginsWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}

/** `sfh` spells simulate from here: each letter follows the one before, the first at the start of a word. */
function spells(text: string, word: string): boolean {
  for (const begin of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    let at = begin.index - 1;
    if ([...word].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0) && text[begin.index] === word[0])
      return true;
  }
  return false;
}
