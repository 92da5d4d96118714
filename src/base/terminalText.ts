/** Characters that turn the direction of text, or that break lines where a reader of the text sees none. */
const UNSEEN = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Text as a terminal may show it: names and messages come from files, and control characters in them (C0 and C1) would move the cursor, change the
 * title or forge lines. They are written as `\u001b`; tabs stay.
 */
export function terminalText(text: string): string {
  let shown = '';
  for (const character of text) shown += isShown(character) ? character : escaped(character);
  return shown;
}

function isShown(character: string): boolean {
  const code = character.codePointAt(0)!;
  if (character === '\t') return true;
  return code >= 0x20 && (code < 0x7f || code > 0x9f) && !UNSEEN.test(character);
}

/** As JSON writes it: what is escaped inside a text of JSON stays the same text. */
function escaped(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}
