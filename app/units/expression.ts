import { unitFactor, type DisplayUnit } from './displayUnits.ts';

/** Deepest nesting of brackets that is read. */
const MOST_NESTED = 50;
const LONGEST = 200;

const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
};
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

export type ExpressionResult = { readonly value: number } | { readonly problem: string };

/**
 * The SI value of what was typed into a field: a number, arithmetic (+ - * / ^ and brackets), sqrt, abs, sin, cos, tan (radians), pi;
 * numbers may carry a unit of the field's (`2*50 kPa`, `3 cm + 1`). Bare numbers are in `shown`. A comma is read as a decimal point where that
 * is not ambiguous. A leading `+=`, `-=`, `*=` or `/=` works on `current` (SI).
 */
export function evaluateExpression(text: string, unit: string, shown: DisplayUnit, current?: number): ExpressionResult {
  const trimmed = text.trim().replace(/(\d),(\d)/g, '$1.$2');
  if (trimmed === '') return { problem: 'Type a number.' };
  if (trimmed.length > LONGEST) return { problem: `Longer than ${LONGEST} characters.` };
  const relative = /^([+\-*/])=(.*)$/.exec(trimmed);
  try {
    const parser = new Parser(relative === null ? trimmed : relative[2], unit, shown.factor);
    const operand = parser.parse();
    const { value } =
      relative === null ? { value: inUnit(operand, shown) } : combine(relative[1], operand, shown, current);
    return Number.isFinite(value) ? { value } : { problem: 'That is not a finite number.' };
  } catch (error) {
    if (error instanceof ExpressionProblem) return { problem: error.message };
    throw error;
  }
}

/** A number, and whether a unit was given with it. */
interface Operand {
  readonly value: number;
  readonly withUnit: boolean;
}

function inUnit({ value, withUnit }: Operand, shown: DisplayUnit): number {
  return withUnit ? value : value * shown.factor;
}

function combine(operator: string, operand: Operand, shown: DisplayUnit, current = 0): { value: number } {
  if (operator === '*') return { value: current * operand.value };
  if (operator === '/') return { value: current / operand.value };
  const amount = inUnit(operand, shown);
  return { value: operator === '+' ? current + amount : current - amount };
}

class ExpressionProblem extends Error {}

/** Recursive descent over sums, products, powers and atoms. */
class Parser {
  private readonly text: string;
  private readonly unit: string;
  private readonly factor: number;
  private at = 0;
  private depth = 0;

  constructor(text: string, unit: string, factor: number) {
    this.text = text;
    this.unit = unit;
    this.factor = factor;
  }

  parse(): Operand {
    const result = this.sum();
    this.skipSpace();
    if (this.at < this.text.length) throw new ExpressionProblem(`'${this.text.slice(this.at)}' is not understood.`);
    return result;
  }

  private sum(): Operand {
    let left = this.product();
    for (;;) {
      const operator = this.take(/[+-]/y);
      if (operator === undefined) return left;
      const right = this.product();
      const [a, b] = left.withUnit === right.withUnit ? [left, right] : [this.asSi(left), this.asSi(right)];
      left = { value: operator === '+' ? a.value + b.value : a.value - b.value, withUnit: a.withUnit || b.withUnit };
    }
  }

  private asSi(operand: Operand): Operand {
    return operand.withUnit ? operand : { value: operand.value * this.factor, withUnit: true };
  }

  private product(): Operand {
    let left = this.signed();
    for (;;) {
      const operator = this.take(/[*/]/y);
      if (operator === undefined) return left;
      const right = this.signed();
      if (operator === '*' && left.withUnit && right.withUnit) throw new ExpressionProblem('Two units are multiplied.');
      if (operator === '/' && right.withUnit && !left.withUnit)
        throw new ExpressionProblem('A number is divided by a unit.');
      const value = operator === '*' ? left.value * right.value : left.value / right.value;
      left = { value, withUnit: operator === '*' ? left.withUnit || right.withUnit : left.withUnit && !right.withUnit };
    }
  }

  private signed(): Operand {
    const sign = this.take(/[+-]/y);
    if (sign === undefined) return this.power();
    const { value, withUnit } = this.nested(() => this.signed());
    return { value: sign === '-' ? -value : value, withUnit };
  }

  private power(): Operand {
    const base = this.withUnit(this.atom());
    if (this.take(/\^/y) === undefined) return base;
    const exponent = this.nested(() => this.signed());
    if (base.withUnit || exponent.withUnit) throw new ExpressionProblem('A power of a unit.');
    return { value: base.value ** exponent.value, withUnit: false };
  }

  private atom(): Operand {
    const number = this.take(/(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/iy);
    if (number !== undefined) return { value: Number(number), withUnit: false };
    if (this.take(/\(/y) !== undefined) return this.bracketed();
    const name = this.take(/[a-z]+(?=\s*\()/iy);
    if (name !== undefined) {
      const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
      if (apply === undefined) throw new ExpressionProblem(`There is no function '${name}'.`);
      this.take(/\(/y);
      return { value: apply(this.bracketed().value), withUnit: false };
    }
    const constant = this.take(/(pi|e)(?![a-z])/iy)?.toLowerCase();
    if (constant !== undefined) return { value: CONSTANTS[constant], withUnit: false };
    throw new ExpressionProblem(
      this.at >= this.text.length
        ? 'The end of the expression is missing.'
        : `'${this.text.slice(this.at)}' is not a number.`,
    );
  }

  private bracketed(): Operand {
    const inner = this.nested(() => this.sum());
    if (this.take(/\)/y) === undefined) throw new ExpressionProblem("A ')' is missing.");
    return inner;
  }

  private nested(read: () => Operand): Operand {
    if (++this.depth > MOST_NESTED) throw new ExpressionProblem('Too many brackets.');
    const result = read();
    this.depth--;
    return result;
  }

  private withUnit(operand: Operand): Operand {
    const start = this.at;
    const typed = this.take(/[%°a-z][a-z0-9°²³/]*/iy);
    if (typed === undefined) return operand;
    const factor = unitFactor(this.unit, typed);
    if (factor === undefined) {
      this.at = start;
      throw new ExpressionProblem(
        this.unit === '' ? `'${typed}': this number has no unit.` : `'${typed}' is not a unit of this field.`,
      );
    }
    if (operand.withUnit) throw new ExpressionProblem('Two units.');
    return { value: operand.value * factor, withUnit: true };
  }

  private take(pattern: RegExp): string | undefined {
    this.skipSpace();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private skipSpace(): void {
    while (this.text[this.at] === ' ') this.at++;
  }
}
