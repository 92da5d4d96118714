import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { ByteScanner, type ScannerOptions } from '../../../src/io/text/ByteScanner.ts';
import { textBytes } from '../../../src/io/text/textBytes.ts';

const scan = (text: string, options: ScannerOptions = {}): ByteScanner => {
  return new ByteScanner(new TextEncoder().encode(text), 0, options);
};
const numberOf = (text: string): number => scan(text).number();

describe('ByteScanner.number', () => {
  it('rounds like Number() for random decimals of every shape', () => {
    const random = new SeededRandom('decimals');
    for (let run = 0; run < 20_000; run++) {
      const digits = Array.from({ length: 1 + random.below(22) }, () => random.below(10)).join('');
      const point = random.below(digits.length + 1);
      const exponent = random.below(3) === 0 ? `e${random.below(660) - 330}` : '';
      const text = `${['', '-', '+'][random.below(3)]}${digits.slice(0, point)}.${digits.slice(point)}${exponent}`;
      const value = numberOf(text);
      if (!Object.is(value, Number(text))) throw new Error(`${text}: ${value} is not ${Number(text)}`);
    }
  });

  it('reads back what JavaScript prints, bit for bit', () => {
    const random = new SeededRandom('printed');
    for (let run = 0; run < 20_000; run++) {
      const value = (random.uniform() - 0.5) * 10 ** (random.below(600) - 300);
      if (!Object.is(numberOf(String(value)), value)) throw new Error(String(value));
    }
  });

  it.each([
    ['1d3', 1000],
    ['1D-2', 0.01],
    ['-inf', -Infinity],
    ['1.#INF', Infinity],
    ['007', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['1e400', Infinity],
  ])('reads %s', (text, value) => expect(numberOf(text)).toBe(value));

  it.each(['nan', 'x1', '1x', '--1', '.', '1e', '0x10', '1,5', '1_0'])('finds no number in %s', (text) => {
    const scanner = scan(`${text} 7`);
    expect(scanner.number()).toBeNaN();
    expect(scanner.skipBlanks()).toBe(true);
    expect(scanner.number()).toBe(7);
  });

  it('does not build strings of absurd length', () => expect(numberOf('1'.repeat(100_000))).toBeNaN());
});

describe('ByteScanner lines', () => {
  it('counts lines with any line end', () => {
    const scanner = scan('a\nb\r\nc\rd');
    expect([0, 2, 5, 7].map((at) => scanner.lineAt(at))).toEqual([1, 2, 3, 4]);
  });

  it('joins lines at a backslash and stops at comments', () => {
    const scanner = scan('f 1 \\\n 2 \\\r\n 3 # 4\nnext', { comment: '#', continuations: true });
    expect(scanner.word()).toBe('f');
    const numbers: number[] = [];
    while (scanner.skipBlanks()) numbers.push(scanner.number());
    expect(numbers).toEqual([1, 2, 3]);
    scanner.skipLine();
    expect(scanner.word()).toBe('next');
  });

  it('stops a partial integer at the first other byte', () => {
    const scanner = scan('-12/3');
    expect(scanner.partialInteger()).toBe(-12);
    expect(scanner.position).toBe(3);
    expect(scanner.partialInteger()).toBeNaN();
  });
});

describe('textBytes', () => {
  const utf16 = (text: string, big: boolean, mark: boolean): Uint8Array => {
    const codes = [...(mark ? [0xfeff] : []), ...[...text].map((letter) => letter.charCodeAt(0))];
    return Uint8Array.from(codes.flatMap((code) => (big ? [code >> 8, code & 255] : [code & 255, code >> 8])));
  };
  const decoded = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(textBytes(bytes));

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('converts UTF-16, big endian %s, marked %s', (big, mark) => {
    expect(decoded(utf16('v 1 2 3\nv 4 5 6\n', big, mark))).toBe('v 1 2 3\nv 4 5 6\n');
  });

  it('drops the mark of UTF-8 and leaves the rest alone', () => {
    expect(decoded(new TextEncoder().encode('\ufeffv 1'))).toBe('v 1');
    const binary = Uint8Array.from([1, 0, 2, 0, 3, 3, 3, 3, 9]);
    expect(textBytes(binary)).toBe(binary);
  });
});
