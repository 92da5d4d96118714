import { CoreError } from '../base/errors.ts';

/** Deeper nesting than any document has; keeps a hostile file from exhausting the stack. */
const maxDepth = 64;

/**
 * Reads JSON (RFC 8259), strictly: a repeated member, which the standard reader drops in silence, is an error. Errors are
 * `document-invalid` with line and column. Time and memory are linear in the length of the text.
 */
export function parseJsonText(text: string, file?: string): unknown {
  return new JsonReader(text, file).document();
}

const CUT = 'The file is not a complete JSON document; restore it from a copy or repair it there.';

class JsonReader {
  private readonly text: string;
  private readonly file: string | undefined;
  private at = 0;

  constructor(text: string, file: string | undefined) {
    this.text = text;
    this.file = file;
  }

  document(): unknown {
    const value = this.value(0);
    this.skipSpace();
    if (this.at < this.text.length) throw this.error('there is text after the end of the document');
    return value;
  }

  private value(depth: number): unknown {
    if (depth > maxDepth) throw this.error(`nested deeper than ${maxDepth} levels`);
    this.skipSpace();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth);
      case '[':
        return this.array(depth);
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  private object(depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    this.at++;
    if (this.take('}')) return members;
    do {
      this.skipSpace();
      const start = this.at;
      if (this.text[start] !== '"') throw this.error('a member name in double quotes is expected here');
      const name = this.string();
      if (name === '__proto__') throw this.error("a member cannot be called '__proto__'", start);
      if (Object.hasOwn(members, name)) throw this.error(`member '${name}' appears twice`, start);
      if (!this.take(':')) throw this.error("':' is expected here");
      members[name] = this.value(depth + 1);
    } while (this.take(','));
    if (!this.take('}')) throw this.error("',' or '}' is expected here");
    return members;
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at++;
    if (this.take(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.take(','));
    if (!this.take(']')) throw this.error("',' or ']' is expected here");
    return items;
  }

  private string(): string {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw this.error('a string is not closed', start);
    this.at = end + 1;
    return this.parsed(start) as string;
  }

  private word(): unknown {
    const start = this.at;
    while (this.at < this.text.length && /[-+.0-9A-Za-z]/.test(this.text[this.at])) this.at++;
    if (this.at === start) {
      const found = start < this.text.length ? `'${this.text[start]}'` : 'the end of the file';
      throw this.error(`a value is expected here, not ${found}`, start);
    }
    const value = this.parsed(start);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw this.error('the number is too large', start, 'Write a finite number: at most 1.8e308.');
    return value;
  }

  /** The text from `start` to here through the standard reader: one word or one string. */
  private parsed(start: number): unknown {
    const piece = this.text.slice(start, this.at);
    try {
      return JSON.parse(piece) as unknown;
    } catch {
      throw this.error(
        `${shortened(piece)} is not JSON`,
        start,
        'Write a number, a string in double quotes, true, false or null.',
      );
    }
  }

  private take(character: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private skipSpace(): void {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text[this.at])) this.at++;
  }

  private error(message: string, at = this.at, remedy = CUT): CoreError {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    return new CoreError('document-invalid', message, {
      file: this.file,
      place: `line ${line}, column ${column}`,
      remedy,
    });
  }
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}...`;
}
