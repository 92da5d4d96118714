/** Value at a place (m) and a time (s). */
export type Expression = (x: number, y: number, z: number, t: number) => number;

/** Functions that expressions may call. `smooth_abs(x, k)` is x tanh(k x). */
const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  sin: Math.sin,
  cos: Math.cos,
  abs: Math.abs,
  smooth_abs: (x, k) => x * Math.tanh(k * x),
};
const TOKEN = /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([a-z_]+)|(.))/gy;

/** Parses a number or a text of sums, products, calls and the names x, y, z, t, pi. Throws an Error that shows the text. */
export function parseExpression(given: number | string): Expression {
  if (typeof given === 'number') return () => given;
  const tokens = [...given.trim().matchAll(TOKEN)].map(([token]) => token.trim());
  const reader = new Reader(given, tokens);
  const found = reader.sum();
  reader.end();
  return found;
}

/** Recursive descent over the tokens of one expression. */
class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly string[],
  ) {}

  sum(): Expression {
    let left = this.product();
    for (let sign = this.take('+', '-'); sign !== undefined; sign = this.take('+', '-')) {
      const [a, b, factor] = [left, this.product(), sign === '+' ? 1 : -1];
      left = (x, y, z, t) => a(x, y, z, t) + factor * b(x, y, z, t);
    }
    return left;
  }

  end(): void {
    if (this.at < this.tokens.length) throw this.fault();
  }

  private product(): Expression {
    let left = this.factor();
    for (let sign = this.take('*', '/'); sign !== undefined; sign = this.take('*', '/')) {
      const [a, b] = [left, this.factor()];
      left =
        sign === '*' ? (x, y, z, t) => a(x, y, z, t) * b(x, y, z, t) : (x, y, z, t) => a(x, y, z, t) / b(x, y, z, t);
    }
    return left;
  }

  private factor(): Expression {
    if (this.take('-') !== undefined) {
      const value = this.factor();
      return (x, y, z, t) => -value(x, y, z, t);
    }
    if (this.take('(') !== undefined) return this.closed(this.sum());
    const token = this.tokens[this.at++] ?? '';
    const number = Number(token);
    if (token !== '' && !Number.isNaN(number)) return () => number;
    return this.named(token);
  }

  private named(name: string): Expression {
    if (name === 'x') return (x) => x;
    if (name === 'y') return (_x, y) => y;
    if (name === 'z') return (_x, _y, z) => z;
    if (name === 't') return (_x, _y, _z, t) => t;
    if (name === 'pi') return () => Math.PI;
    if (!Object.hasOwn(FUNCTIONS, name) || this.take('(') === undefined) throw this.fault();
    const values = [this.sum()];
    while (this.take(',') !== undefined) values.push(this.sum());
    return this.closed((x, y, z, t) => FUNCTIONS[name](...values.map((value) => value(x, y, z, t))));
  }

  private closed(value: Expression): Expression {
    if (this.take(')') === undefined) throw this.fault();
    return value;
  }

  private take(...wanted: readonly string[]): string | undefined {
    const token = this.tokens[this.at] as string | undefined;
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.at++;
    return token;
  }

  private fault(): Error {
    return new Error(`the expression '${this.text}' cannot be read at '${this.tokens[this.at - 1] ?? 'its end'}'`);
  }
}
