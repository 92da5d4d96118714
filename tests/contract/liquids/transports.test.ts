import { describe, expect, test } from 'vitest';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import type { TransportScheme } from '../../../src/liquids/transport/TransportScheme.ts';
import { type MakeCarrier, transportChecks } from '../../support/transportChecks.ts';

describe.each(liquidTransports.types())('transport %s', (type) => {
  const { create, params } = liquidTransports.get(type);
  // A quarter of the markers of a shot: they are most of the time.
  const make: MakeCarrier = (liquid) => create(liquid, params.parse(type === 'level-set' ? { markers: 16 } : {}));
  test.each(transportChecks)('%s', (_name, check) => check(make));
});

describe('transport level-set that keeps its spray', () => {
  const { create, params } = liquidTransports.get('level-set');
  const make: MakeCarrier = (liquid) => create({ ...liquid, sprayDistance: 1 }, params.parse({ markers: 16 }));
  // What is at rest, or waves gently, throws no spray.
  test.each(transportChecks.filter(([name]) => !/rests|period/.test(name)))('%s', (_name, check) => check(make));
});

describe('transport markers with MacCormack', () => {
  const { create, params } = liquidTransports.get('markers');
  const make: MakeCarrier = (liquid) => create(liquid, params.parse({ advection: 'maccormack' }));
  // Where nothing moves there is nothing to advect.
  test.each(transportChecks.filter(([name]) => !/rests/.test(name)))('%s', (_name, check) => check(make));
});

describe('transport level-set that is semi-Lagrangian', () => {
  const { create, params } = liquidTransports.get('level-set');
  const make: MakeCarrier = (liquid) => create(liquid, params.parse({ markers: 16, advection: 'semi-lagrangian' }));
  const checks = transportChecks.filter(([name]) => /falls freely|checkpoint|volume/.test(name));
  test.each(checks)('%s', (_name, check) => check(make));
});

/** An affine transport of which something is wrong, and the checks that tell. */
const broken: readonly (readonly [what: string, change: (carrier: TransportScheme) => void, caught: RegExp])[] = [
  [
    'brakes',
    (carrier) => {
      const { move } = carrier;
      carrier.move = (particles, step) => {
        const lost = move.call(carrier, particles, step);
        for (let k = 0; k < 3 * particles.count; k++) particles.velocities[k] *= 0.99;
        return lost;
      };
    },
    /falls freely/,
  ],
  [
    'moves too slowly',
    (carrier) => {
      const { move } = carrier;
      carrier.move = (particles, step) => move.call(carrier, particles, { ...step, dt: 0.8 * step.dt });
    },
    /falls freely|period/,
  ],
  [
    'sees a surface that is not level',
    (carrier) => {
      const { measure } = carrier;
      carrier.measure = (particles, phi, solids, box) => {
        measure.call(carrier, particles, phi, solids, box);
        for (let c = 0; c < phi.length; c++) phi[c] += 1e-6 * Math.sin(c);
      };
    },
    /rests/,
  ],
  [
    'remembers what no checkpoint holds',
    (carrier) => {
      const { move } = carrier;
      let steps = 0;
      carrier.move = (particles, step) => {
        const lost = move.call(carrier, particles, step);
        if (particles.count > 0) particles.velocities[0] += 1e-9 * ++steps;
        return lost;
      };
    },
    /checkpoint/,
  ],
  [
    'loses particles',
    (carrier) => {
      const { move } = carrier;
      carrier.move = (particles, step) => {
        const lost = move.call(carrier, particles, step);
        particles.remove(Uint8Array.from({ length: particles.count }, (_, p) => (p % 4 === 0 ? 1 : 0)));
        return lost;
      };
    },
    /volume/,
  ],
];

test.each(broken)('a transport that %s is caught', (_what, change, caught) => {
  const { create, params } = liquidTransports.get('affine');
  const make: MakeCarrier = (liquid) => {
    const carrier = create(liquid, params.parse({}));
    change(carrier);
    return carrier;
  };
  for (const [name, check] of transportChecks) if (caught.test(name)) expect(() => check(make)).toThrow();
});
