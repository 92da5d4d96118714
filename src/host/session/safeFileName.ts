import { extname } from 'node:path';

/** Most bytes of a name in UTF-8: leaves room for a number in every file system's 255. */
const MOST_BYTES = 200;
/** Names that Windows keeps for devices, with any ending. */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/**
 * A file name that every system takes, as near to `text` as can be: the last part of a path, without control and reserved characters, leading
 * dots and trailing blanks; device names get a `_`. Never empty.
 */
export function safeFileName(text: string): string {
  const last = text.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const named = plain === '' ? 'mesh' : plain;
  const free = deviceNames.test(named) ? `_${named}` : named;
  const ending = extname(free).slice(0, 16);
  const stem = free.slice(0, free.length - extname(free).length);
  return shortened(stem, MOST_BYTES - Buffer.byteLength(ending)) + ending;
}

/** The longest beginning, in whole characters, of at most `most` bytes. */
function shortened(text: string, most: number): string {
  let result = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    result += character;
  }
  return result;
}
