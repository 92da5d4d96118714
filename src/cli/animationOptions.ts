import { resolve } from 'node:path';
import { definedMembers } from '../base/definedMembers.ts';
import type { ShotAnimation } from '../host/animations/addAnimation.ts';
import type { AnimationReport } from '../protocol/requests/animations.ts';
import { preRollKinds } from '../scene/kinds/importedAnimation.ts';
import { framesPerSecond, numberOption, stringOption, usageError } from './arguments.ts';
import type { CommandArguments } from './Command.ts';

/** Options that say how an animation is used, and do nothing without one. */
const OF_ANIMATIONS = [
  'object',
  'use',
  'solid',
  'surface',
  'fps',
  'clip',
  'starts-at',
  'speed',
  'keeps',
  'pre-roll',
] as const;

/** The animation that the arguments ask for; undefined where there is none. Throws `usage`. */
export function animationOptions(args: CommandArguments): ShotAnimation | undefined {
  const path = stringOption(args, 'animation');
  if (path === undefined) {
    for (const name of OF_ANIMATIONS) {
      if (stringOption(args, name) !== undefined) throw usageError(`--${name} needs --animation`);
    }
    return undefined;
  }
  const use = choice(args, 'use', ['collider', 'target', 'shown'] as const);
  const solid = stringOption(args, 'solid');
  if (solid !== undefined && use !== 'target') throw usageError('--solid needs --use target');
  const members = definedMembers<ShotAnimation>({
    object: stringOption(args, 'object'),
    framesPerSecond: rateOption(args),
    clip: stringOption(args, 'clip'),
    metresPerUnit: numberOption(args, 'unit', 1e-9, 1e9),
    upAxis: choice(args, 'up', ['y', 'z'] as const),
    startsAt: numberOption(args, 'starts-at', -1e6, 1e6),
    speed: numberOption(args, 'speed', 1, 1000),
    keeps: choice(args, 'keeps', ['seconds', 'frames'] as const),
    collides: use === undefined ? undefined : use === 'collider',
    pulls: use === 'target' ? definedMembers<{ solid?: string }>({ solid }) : undefined,
    surface: choice(args, 'surface', ['closed', 'open'] as const),
    preRoll: choice(args, 'pre-roll', preRollKinds),
  });
  return { ...members, path: resolve(path) };
}

/** What is doubtful about the file of an animation, as sentences. `unit`: the unit that was asked for. */
export function animationDoubts(report: AnimationReport | undefined, unit: number | undefined): string[] {
  if (report === undefined) return [];
  const { sentence, known, metres } = report.unit;
  const assumed = !known && unit === undefined && sentence !== undefined;
  return [
    ...(assumed ? [`${sentence} A unit is taken as ${metres} m: --unit METRES says how long it is.`] : []),
    ...report.doubts,
  ];
}

function choice<C extends string>(args: CommandArguments, name: string, choices: readonly C[]): C | undefined {
  const text = stringOption(args, name);
  const found = choices.find((one) => one === text);
  if (text !== undefined && found === undefined)
    throw usageError(`--${name} is ${choices.join(' or ')}, not '${text}'`);
  return found;
}

function rateOption(args: CommandArguments): number | undefined {
  const text = stringOption(args, 'fps');
  return text === undefined ? undefined : framesPerSecond(text);
}
