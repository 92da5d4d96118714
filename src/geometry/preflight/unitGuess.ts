export type LengthUnit = 'm' | 'cm' | 'mm' | 'in';

/** Metres per unit. */
export const metresPerUnit: Readonly<Record<LengthUnit, number>> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254 };

export const unitNames: Readonly<Record<LengthUnit, string>> = {
  m: 'metres',
  cm: 'centimetres',
  mm: 'millimetres',
  in: 'inches',
};

export interface UnitGuess {
  readonly unit: LengthUnit;
  /** False where the size is unusual in every unit. */
  readonly usual: boolean;
  /** False where another unit is about as likely. */
  readonly confident: boolean;
  readonly sentence: string;
}

/** Likely range of longest sides, metres: most models are between a hand and a house. */
const likelySize = { least: 0.05, most: 20 };

/**
 * Guesses the unit in which a mesh was modelled, from its longest side in file units. Sides up to 10 are taken as metres,
 * up to 250 as centimetres (a person is 180), beyond that as millimetres. Sides that are whole sixteenths or tenths of an
 * inch once divided by 25.4, and no whole millimetres, indicate a part designed in inches and exported in millimetres.
 */
export function guessUnit(sides: readonly number[]): UnitGuess {
  const longest = Math.max(...sides);
  const unit: LengthUnit = longest <= 10 ? 'm' : longest <= 250 ? 'cm' : 'mm';
  const size = longest * metresPerUnit[unit];
  const inches = [1 / 16, 1 / 10].some((step) =>
    sides.every((side) => isMultiple(side / 25.4, step) && !isMultiple(side, 1)),
  );
  if (inches && unit !== 'm') {
    const sentence = `The sides are round numbers of inches, in millimetres: probably ${unitNames.mm}.`;
    return { unit: 'mm', usual: true, confident: true, sentence };
  }
  const others = (['m', 'cm', 'mm'] as const).filter(
    (other) => other !== unit && isLikely(longest * metresPerUnit[other]),
  );
  const usual = isLikely(size);
  const doubt = others.length === 0 ? '' : ` (or ${others.map((other) => unitNames[other]).join(' or ')})`;
  const sentence = usual
    ? `The longest side is ${rounded(longest)}: probably ${unitNames[unit]}${doubt}.`
    : `The longest side is ${rounded(longest)}, unusual in any unit: check the scale.`;
  return { unit, usual, confident: usual && others.length === 0, sentence };
}

function isLikely(metres: number): boolean {
  return metres >= likelySize.least && metres <= likelySize.most;
}

function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return value > 0 && Math.abs(steps - Math.round(steps)) < 1e-4;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}
