import { describe, expect, it } from 'vitest';
import { PLANAR_DISTANCE } from '../../../src/collision/distances.ts';
import { GearProfile, meshedGearAngle } from '../../../src/collision/GearProfile.ts';

const pressureAngle = (20 * Math.PI) / 180;
const module = 0.1;

/** Signed distance of a profile at (x, y), m. */
function distanceAt(profile: GearProfile, x: number, y: number): number {
  const answer = new Float64Array(3);
  profile.distance(Float64Array.of(x, y), answer);
  return answer[PLANAR_DISTANCE];
}

function gear(teeth: number, backlash = 0.04, angle = pressureAngle): GearProfile {
  return new GearProfile({ teeth, pitchRadius: (module * teeth) / 2, pressureAngle: angle, backlash }, 0);
}

/** Smallest signed distance from the outline of B to A, over the densely sampled outline; negative where they overlap. */
function clearance(a: GearProfile, angleA: number, b: GearProfile, angleB: number, centreB: readonly number[]): number {
  const outline = b.outline();
  const count = outline.length / 2;
  let least = Infinity;
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    for (let step = 0; step < 4; step++) {
      const bx = outline[2 * k] + (step / 4) * (outline[2 * next] - outline[2 * k]);
      const by = outline[2 * k + 1] + (step / 4) * (outline[2 * next + 1] - outline[2 * k + 1]);
      const x = centreB[0] + Math.cos(angleB) * bx - Math.sin(angleB) * by;
      const y = centreB[1] + Math.sin(angleB) * bx + Math.cos(angleB) * by;
      const [c, s] = [Math.cos(angleA), Math.sin(angleA)];
      least = Math.min(least, distanceAt(a, c * x + s * y, c * y - s * x));
    }
  }
  return least;
}

describe('meshing gears', () => {
  it.each([
    [16, 16],
    [12, 12],
    [8, 8],
    [20, 30],
    [40, 18],
  ])('of %d and %d teeth turn together without overlap, nearly touching', (teethA, teethB) => {
    const [a, b] = [gear(teethA), gear(teethB)];
    const distance = (module * (teethA + teethB)) / 2;
    for (const direction of [0, 0.8]) {
      const centre = [distance * Math.cos(direction), distance * Math.sin(direction)];
      for (let step = 0; step < 40; step++) {
        const angleA = (step / 40) * ((2 * Math.PI) / teethA);
        const gap = clearance(a, angleA, b, meshedGearAngle(teethA, angleA, teethB, direction), centre);
        expect(gap).toBeGreaterThan(-1e-9);
        // Play of 0.04 modules, shared by two flanks, and the straight edges inside the curves.
        expect(gap).toBeLessThan(0.04 * module);
      }
    }
  });

  it.each([6, 8, 11])('of %d teeth each have no room to cut into the roots, even without play', (teeth) => {
    for (const degrees of [14.5, 20, 28]) {
      const one = gear(teeth, 0, (degrees * Math.PI) / 180);
      for (let step = 0; step < 40; step++) {
        const angle = (step / 40) * ((2 * Math.PI) / teeth);
        const gap = clearance(one, angle, one, meshedGearAngle(teeth, angle, teeth, 0), [module * teeth, 0]);
        expect(gap).toBeGreaterThan(-5e-4 * module);
      }
    }
  });

  it('overlap when one is turned by half a tooth', () => {
    const [a, b] = [gear(16), gear(16)];
    expect(clearance(a, 0, b, meshedGearAngle(16, 0, 16, 0) + Math.PI / 16, [1.6, 0])).toBeLessThan(-0.05 * module);
  });

  it('turn against each other in the ratio of their teeth', () => {
    expect(meshedGearAngle(20, 0.3, 40, 0) - meshedGearAngle(20, 0, 40, 0)).toBeCloseTo(-0.15, 14);
  });
});

describe('the gear outline', () => {
  it('repeats for every tooth and every gap, as its distance does', () => {
    const profile = gear(14);
    const pitch = (2 * Math.PI) / 14;
    for (const [radius, angle] of [
      [0.55, 0.1],
      [0.72, 0.21],
      [0.79, 0.05],
      [1.4, 0.17],
    ]) {
      const first = distanceAt(profile, radius * Math.cos(angle), radius * Math.sin(angle));
      for (let tooth = 1; tooth < 14; tooth++) {
        const turned = angle + tooth * pitch;
        const mirrored = tooth * pitch - angle;
        expect(distanceAt(profile, radius * Math.cos(turned), radius * Math.sin(turned))).toBeCloseTo(first, 13);
        expect(distanceAt(profile, radius * Math.cos(mirrored), radius * Math.sin(mirrored))).toBeCloseTo(first, 13);
      }
    }
  });

  it('has standard teeth where there is room for them', () => {
    const profile = gear(30);
    expect(profile.tipRadius).toBeCloseTo(1.5 + module, 12);
    expect(profile.rootRadius).toBeCloseTo(1.5 - 1.25 * module, 12);
    // On the pitch circle tooth and gap share the pitch but for the play.
    const halfTooth = Math.PI / 60 - (0.04 * module) / (4 * 1.5);
    for (const [angle, inside] of [
      [halfTooth * 0.98, true],
      [halfTooth * 1.02, false],
    ] as const) {
      expect(distanceAt(profile, 1.5 * Math.cos(angle), 1.5 * Math.sin(angle)) < 0).toBe(inside);
    }
  });

  it('keeps broad enough tips with few or slanted teeth', () => {
    const profile = new GearProfile({ teeth: 6, pitchRadius: 0.3, pressureAngle: 0.52, backlash: 0.5 }, 0);
    expect(profile.tipRadius).toBeGreaterThan(0.3);
    expect(profile.tipRadius).toBeLessThan(0.4);
    expect(distanceAt(profile, profile.tipRadius - 1e-3, 1e-3)).toBeLessThan(0);
  });
});
