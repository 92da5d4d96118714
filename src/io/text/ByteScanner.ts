const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const backslash = 92;

/** Byte classes: part of a token, blank between tokens, end of a line, start of a comment. */
const tokenByte = 0;
const blankByte = 1;
const lineByte = 2;
const commentByte = 3;

const decoder = new TextDecoder();

/** Largest mantissa to which one more digit can be appended below 2^53. */
const mantissaLimit = 900719925474098;

/** 10^0 .. 10^22: the powers of ten that doubles represent exactly. */
const exactPowers = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** Largest length of a number, characters; a megabyte of digits must not become a string. */
const longestNumber = 400;
/** Largest length of a name, a path or a line that is read as a whole, bytes. The rest is left out. */
const longestText = 4096;

const decimalPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const infinityPattern = /^([+-]?)(?:inf|infinity|1\.#inf)$/i;

export interface ScannerOptions {
  /** Byte that starts a comment up to the end of the line; none when missing. */
  readonly comment?: string;
  /** Bytes besides space, tab, vertical tab and form feed that separate tokens. */
  readonly blanks?: string;
  /** Whether a backslash at the end of a line joins it with the next. */
  readonly continuations?: boolean;
}

/**
 * Reads tokens and numbers directly from bytes, without strings or allocation. A lone carriage return ends a line as
 * a newline does, so that all three line endings work; the pair counts as an additional blank line, which does no harm.
 */
export class ByteScanner {
  readonly bytes: Uint8Array;
  /** The next byte to read. */
  position: number;
  private readonly classes = new Uint8Array(256);
  private readonly continuations: boolean;

  constructor(bytes: Uint8Array, position = 0, options: ScannerOptions = {}) {
    this.bytes = bytes;
    this.position = position;
    this.continuations = options.continuations ?? false;
    for (const blank of [0, tab, 11, 12, space]) this.classes[blank] = blankByte;
    for (const blank of options.blanks ?? '') this.classes[blank.charCodeAt(0)] = blankByte;
    this.classes[newline] = lineByte;
    this.classes[carriageReturn] = lineByte;
    if (options.comment !== undefined) this.classes[options.comment.charCodeAt(0)] = commentByte;
  }

  get atEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Skips blanks within the line. Returns whether a token follows; false at a line's end, a comment or the end of the bytes. */
  skipBlanks(): boolean {
    const { bytes, classes } = this;
    let position = this.position;
    for (;;) {
      while (position < bytes.length && classes[bytes[position]] === blankByte) position++;
      const after = this.continuations && bytes[position] === backslash ? this.afterContinuation(position) : position;
      if (after === position) break;
      position = after;
    }
    this.position = position;
    return position < bytes.length && classes[bytes[position]] === tokenByte;
  }

  /** Moves to the first byte of the next line; honours continuations. */
  skipLine(): void {
    const { bytes } = this;
    let position = this.position;
    while (position < bytes.length) {
      const byte = bytes[position];
      if (byte === newline || byte === carriageReturn) {
        position++;
        break;
      }
      const after = this.continuations && byte === backslash ? this.afterContinuation(position) : position;
      position = after === position ? position + 1 : after;
    }
    this.position = position;
  }

  /** Skips blanks, comments and line ends. Returns whether a token follows. */
  skipToToken(): boolean {
    while (!this.skipBlanks()) {
      if (this.atEnd) return false;
      this.skipLine();
    }
    return true;
  }

  /** Moves past the token at the position; returns its first byte's offset. */
  skipToken(): number {
    const { bytes, classes } = this;
    const start = this.position;
    let position = start;
    while (position < bytes.length && classes[bytes[position]] === tokenByte) position++;
    this.position = position;
    return start;
  }

  /** Returns the token at the position as text; empty when there is none. */
  word(): string {
    const start = this.skipToken();
    return this.text(start, this.position);
  }

  /** Returns the rest of the line without surrounding blanks (comments included); moves to the next line. */
  restOfLine(): string {
    const start = this.position;
    this.skipLine();
    return this.text(start, this.position).trim();
  }

  /** Reads the token at the position as a number, correctly rounded; `NaN` when it is not a number (the token is skipped). */
  number(): number {
    const { bytes, classes } = this;
    const start = this.position;
    let position = start;
    let byte = bytes[position];
    const negative = byte === 45;
    if (negative || byte === 43) byte = bytes[++position];
    let mantissa = 0;
    let exponent = 0;
    let digits = 0;
    let exact = true;
    let complete = true;
    while (byte >= 48 && byte <= 57) {
      if (mantissa > mantissaLimit) exact = false;
      mantissa = 10 * mantissa + (byte - 48);
      digits++;
      byte = bytes[++position];
    }
    if (byte === 46) {
      byte = bytes[++position];
      while (byte >= 48 && byte <= 57) {
        if (mantissa > mantissaLimit) exact = false;
        mantissa = 10 * mantissa + (byte - 48);
        digits++;
        exponent--;
        byte = bytes[++position];
      }
    }
    if (digits > 0 && (byte === 101 || byte === 69)) {
      byte = bytes[++position];
      const small = byte === 45;
      if (small || byte === 43) byte = bytes[++position];
      complete = byte >= 48 && byte <= 57;
      let power = 0;
      while (byte >= 48 && byte <= 57) {
        if (power < 10000) power = 10 * power + (byte - 48);
        byte = bytes[++position];
      }
      exponent += small ? -power : power;
    }
    const ended = position >= bytes.length || classes[byte] !== tokenByte;
    if (digits === 0 || !ended || !complete) return this.unusualNumber(start);
    this.position = position;
    if (!exact || exponent < -22 || exponent > 22) return this.longNumber(start, position);
    // Clinger's fast path: both operands exact, one rounding.
    const magnitude = exponent < 0 ? mantissa / exactPowers[-exponent] : mantissa * exactPowers[exponent];
    return negative ? -magnitude : magnitude;
  }

  /** Reads the token at the position as an integer; `NaN` when it is not an integer. */
  integer(): number {
    const value = this.number();
    return Number.isInteger(value) ? value : Number.NaN;
  }

  /** Reads a sign and digits and stops at the first other byte, blank or not; `NaN` (nothing read) without a digit. */
  partialInteger(): number {
    const { bytes } = this;
    let position = this.position;
    let byte = bytes[position];
    const negative = byte === 45;
    if (negative || byte === 43) byte = bytes[++position];
    if (!(byte >= 48 && byte <= 57)) return Number.NaN;
    let value = 0;
    while (byte >= 48 && byte <= 57) {
      value = 10 * value + (byte - 48);
      byte = bytes[++position];
    }
    this.position = position;
    return negative ? -value : value;
  }

  /** Returns the number of the line with byte `position`, from 1. Counts from the start: for messages only. */
  lineAt(position = this.position): number {
    const { bytes } = this;
    let line = 1;
    const end = Math.min(position, bytes.length);
    for (let at = 0; at < end; at++) {
      if (bytes[at] === newline || (bytes[at] === carriageReturn && bytes[at + 1] !== newline)) line++;
    }
    return line;
  }

  /** Returns bytes `start` to `end` as UTF-8 text (invalid sequences become replacement characters). */
  text(start: number, end: number): string {
    return decoder.decode(this.bytes.subarray(start, Math.min(end, start + longestText)));
  }

  /** Parses a decimal with more digits or a larger exponent than two exact doubles can represent, as a string. */
  private longNumber(start: number, end: number): number {
    if (end - start > longestNumber) return Number.NaN;
    return Number(String.fromCharCode.apply(null, this.bytes.subarray(start, end) as unknown as number[]));
  }

  /** Parses Fortran's `d` exponents and infinities; `NaN` for anything else. */
  private unusualNumber(start: number): number {
    this.position = start;
    this.skipToken();
    if (this.position - start > longestNumber) return Number.NaN;
    const token = this.text(start, this.position).replace(/[dD](?=[+-]?\d+$)/, 'e');
    if (decimalPattern.test(token)) return Number(token);
    const infinity = infinityPattern.exec(token);
    if (infinity === null) return Number.NaN;
    return infinity[1] === '-' ? -Infinity : Infinity;
  }

  /** Returns the byte after a backslash and the line end that it escapes; the backslash itself when it escapes none. */
  private afterContinuation(position: number): number {
    const next = this.bytes[position + 1];
    if (next === newline) return position + 2;
    if (next === carriageReturn) return this.bytes[position + 2] === newline ? position + 3 : position + 2;
    return position;
  }
}
