import { CoreError } from '../../src/base/errors.ts';
import { comingToRest, type RestingCase } from '../support/resting.ts';

/** `npm run bench -- table rest [shots] [integrations] [meshers] [kept|free]`: how bodies move that should rest, and when they came to it; all of a kind where none is named. */
const words = process.argv.slice(2);
const known = new Set<string>();
const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
  all.forEach((name) => known.add(name));
  const named = all.filter((name) => words.includes(name));
  return named.length === 0 ? all : named;
};

/** Seconds of 24 frames, of which the last half is looked at: what lies on others sways longer. */
const SECONDS: Readonly<Record<RestingCase['shot'], number>> = { handle: 8, star: 10, ring: 8, stack: 8, pile: 10 };
const FPS = 24;
const LOOKED = 12;
/** What rests moves by less, m, with velocities that are less apart from its motion, m/s; for two seconds. What sways is looked at until it does, for a minute at most. */
const CALM = { jitter: 2e-5, apart: 1e-3 };
const CALM_FRAMES = 48;
const LAST = 1 + 60 * FPS;
/** Longest edges as shares of the diagonal, %. */
const PERCENT: Readonly<Record<RestingCase['shot'], number>> = { handle: 12, star: 12, ring: 12, stack: 24, pile: 12 };

/** Pa; what lies on others must bear them. */
const YOUNGS_MODULUS: Readonly<Record<RestingCase['shot'], number>> = {
  handle: 3e4,
  star: 3e4,
  ring: 3e4,
  stack: 1e5,
  pile: 1e5,
};

const cases = chosen(['handle', 'star', 'ring', 'stack', 'pile'] as const).flatMap((shot) =>
  chosen(['semi-implicit', 'implicit', 'implicit-second-order', 'quasistatic'] as const).flatMap((integration) =>
    chosen(['graded-stuffing', 'stuffing', 'red-green', 'embedded-bcc', 'hexahedra'] as const).flatMap((method) =>
      chosen(['kept', 'free'] as const).map((volume): RestingCase => {
        return {
          shot,
          integration,
          method,
          keepVolume: volume === 'kept',
          percent: PERCENT[shot],
          youngsModulus: YOUNGS_MODULUS[shot],
        };
      }),
    ),
  ),
);

const unknown = words.find((word) => !known.has(word));
if (unknown !== undefined) {
  process.stderr.write(`'${unknown}' is unknown; use ${[...known].join(', ')}\n`);
  process.exit(2);
}

const HEADS = ['vertices', 'jitter mm', 'speed mm/s', 'apart mm/s', 'kinetic J', 'rests at s'];
process.stdout.write(
  `${'shot, integration, mesher, volume'.padEnd(60)}${HEADS.map((head) => head.padStart(11)).join('')}\n`,
);
for (const given of cases) {
  const { shot, integration, method, keepVolume } = given;
  const name = `${shot}, ${integration}, ${method}, ${keepVolume ? 'kept' : 'free'}`;
  process.stdout.write(`${name.padEnd(60)}${await row(given)}\n`);
}

/** The numbers of a case, or why it stopped. */
async function row(given: RestingCase): Promise<string> {
  const at = 1 + FPS * SECONDS[given.shot];
  try {
    const { motion, restsFrom } = await comingToRest(
      given,
      { at, looked: LOOKED, last: LAST, calmFrames: CALM_FRAMES },
      CALM,
    );
    const { vertices, jitter, speed, apart, kinetic } = motion;
    const rests = restsFrom === undefined ? 'never' : ((restsFrom - 1) / FPS).toFixed(1);
    const numbers = [vertices, 1e3 * jitter, 1e3 * speed, 1e3 * apart, kinetic];
    return [...numbers.map((x) => Number(x.toPrecision(3)).toString()), rests]
      .map((word) => word.padStart(11))
      .join('');
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return ` ${error.message}`;
  }
}
