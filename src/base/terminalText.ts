/** Characters that change the direction of text, or that break lines invisibly. */
const UNSEEN = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * Escapes text for a terminal: names and messages come from files, and control characters in them (C0 and C1) would move the cursor, change the
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

/** Escapes a character as JSON does, so that an escaped JSON string still parses to the same string. */
function escaped(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}
