import { describe, expect, test } from 'vitest';
import { packStats, unpackStats } from '../../../src/frames/storedStats.ts';

const energies = { kinetic: 1, elastic: 2, gravity: -3 };
const totals = {
  substeps: 6,
  shortestStep: 0.001,
  longestStep: 0.002,
  cgIterations: 40,
  invertedElements: 1,
  volume: 3,
  energies,
  contacts: 2,
  warnings: ['look'],
};

/** Statistics as frames of version 1 stored them. */
const stored = {
  ...totals,
  bodies: {
    plain: { invertedElements: 1, volume: 1, energies },
    full: {
      invertedElements: 0,
      volume: 0.5,
      energies,
      kept: { volumeError: -0.01, worstRing: 0.02 },
      drawn: { largest: 4, relative: 3, share: 0.1 },
      explicitSubsteps: 90,
      equilibrium: { newtonIterations: 7, residual: 1e-6 },
      torn: { pieces: 2, smallestPiece: 0.25, cracks: 1, cutElements: 12 },
      plastic: { largestStrain: 0.5, meanStrain: 0.1, pointsAtLimit: 3, goalDistance: 0.4 },
    },
  },
  liquids: {
    water: {
      particles: 800,
      volume: 1.5,
      energies,
      largestSpeed: 3,
      substeps: 5,
      pressureIterations: 33,
      divergence: { largest: 0.1, rms: 0.01, overTolerance: 0.9 },
      volumeDrift: -0.001,
      emitted: 0.2,
      drained: 0.1,
      spray: { particles: 12, volume: 0.003 },
      vortices: 9,
    },
    old: {
      particles: 1,
      volume: 0.1,
      energies,
      largestSpeed: 0,
      substeps: 4,
      pressureIterations: 3,
      emitted: 0,
      drained: 0,
    },
  },
};

const entities = {
  plain: { invertedElements: 1, volume: 1, energies },
  full: {
    invertedElements: 0,
    volume: 0.5,
    energies,
    sections: {
      volumeConservation: { volumeError: -0.01, worstRing: 0.02 },
      surfaceStretch: { largest: 4, relative: 3, share: 0.1 },
      integration: { explicitSubsteps: 90 },
      equilibrium: { newtonIterations: 7, residual: 1e-6 },
      fracture: { pieces: 2, smallestPiece: 0.25, cracks: 1, cutElements: 12 },
      plasticity: { largestStrain: 0.5, meanStrain: 0.1, pointsAtLimit: 3, goalDistance: 0.4 },
    },
  },
  water: {
    volume: 1.5,
    energies,
    substeps: 5,
    iterations: 33,
    sections: {
      liquid: { particles: 800, largestSpeed: 3, volumeDrift: -0.001, emitted: 0.2, drained: 0.1, vortices: 9 },
      divergence: { largest: 0.1, rms: 0.01, overTolerance: 0.9 },
      spray: { particles: 12, volume: 0.003 },
    },
  },
  old: {
    volume: 0.1,
    energies,
    substeps: 4,
    iterations: 3,
    sections: { liquid: { particles: 1, largestSpeed: 0, emitted: 0, drained: 0 } },
  },
};

const malformed = expect.objectContaining({ code: 'format-malformed' }) as Error;

describe('statistics of stored frames', () => {
  test('of version 1 have the same numbers as entities', () => {
    expect(unpackStats(structuredClone(stored))).toEqual({ ...totals, entities });
    expect(unpackStats({ ...totals, bodies: {} })).toEqual({ ...totals, entities: {} });
  });

  test('are read as they were written', () => {
    const stats = { ...totals, entities };
    expect(unpackStats(structuredClone(packStats(stats)))).toEqual(stats);
  });

  test.each([
    ['a version of a newer program', { version: 3, ...totals, entities }],
    ['bodies that are a number', { ...totals, bodies: 7 }],
    ['a body that is a number', { ...totals, bodies: { plain: 7 } }],
    ['a body with one member more', { ...totals, bodies: { plain: { ...stored.bodies.plain, more: 1 } } }],
    [
      'a liquid without a volume',
      { ...totals, bodies: {}, liquids: { water: { ...stored.liquids.old, volume: undefined } } },
    ],
    [
      'sections of something else',
      { version: 2, ...totals, entities: { a: { ...entities.plain, sections: { b: { c: 'd' } } } } },
    ],
    ['bodies in the present version', { version: 2, ...totals, bodies: {}, entities }],
  ])('%s: refused', (_name, found) => {
    expect(() => unpackStats(found)).toThrow(malformed);
  });
});
