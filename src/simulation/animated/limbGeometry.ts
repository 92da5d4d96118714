import { CoreError } from '../../base/errors.ts';
import { latheSurface } from '../../collision/displaySurfaces.ts';
import type { Limb } from '../../scene/properties/animationSource.ts';
import type { SampledGeometry } from './SampledGeometry.ts';

/** Most triangles of a limb. */
const MAX_TRIANGLES = 2_000_000;
/** Angle per length below which the sine and the cosine of an arc are taken from their series. */
const STRAIGHT = 1e-4;

/**
 * A capsule of `length` between the centres of its ends that hangs from the origin and bends in the xy plane to an arc of constant curvature. The free end is
 * turned by theta(t) = angle (1 - cos(2 pi t / period)) / 2; a point at s below the origin and at a beside the axis is at s (1 - cos u, -sin u) / u + a (cos u, sin u) with
 * u = theta s / length. Edges are about `edgeScale` times as long as asked. Throws `limit-exceeded`.
 */
export function limbGeometry({ radius, length, edge, angle, period }: Limb, edgeScale: number): SampledGeometry {
  const { positions: rest, triangles } = capsule(radius, length, edgeScale * edge);
  const positions = rest.slice();
  const velocities = new Float64Array(rest.length);
  const pulse = (2 * Math.PI) / period;
  return {
    start: 0,
    metresPerUnit: 1,
    upAxis: 'y',
    topology: 'constant',
    sample(time) {
      const moves = time >= 0;
      const turn = moves ? 0.5 * angle * (1 - Math.cos(pulse * time)) : 0;
      const rate = moves ? 0.5 * angle * pulse * Math.sin(pulse * time) : 0;
      for (let i = 0; i < rest.length; i += 3) {
        const s = -rest[i + 1];
        const a = rest[i];
        const u = (turn * s) / length;
        const uRate = (rate * s) / length;
        const sine = Math.sin(u);
        const cosine = Math.cos(u);
        const isStraight = Math.abs(u) < STRAIGHT;
        // (1 - cos u) / u and sin u / u, and their derivatives.
        const across = isStraight ? u / 2 : (1 - cosine) / u;
        const along = isStraight ? 1 - (u * u) / 6 : sine / u;
        const acrossSlope = isStraight ? 0.5 : (u * sine - 1 + cosine) / (u * u);
        const alongSlope = isStraight ? -u / 3 : (u * cosine - sine) / (u * u);
        positions[i] = s * across + a * cosine;
        positions[i + 1] = -s * along + a * sine;
        velocities[i] = uRate * (s * acrossSlope - a * sine);
        velocities[i + 1] = uRate * (-s * alongSlope + a * cosine);
      }
      return { positions, velocities, triangles };
    },
    close: () => undefined,
  };
}

/** Triangles with edges of about `edge`, m, from the pole below up. */
function capsule(radius: number, length: number, edge: number) {
  const segments = Math.max(6, Math.round((2 * Math.PI * radius) / edge));
  const quarter = Math.max(2, Math.round((0.5 * Math.PI * radius) / edge));
  const rows = Math.max(1, Math.round(length / edge));
  const triangles = 2 * segments * (rows + 2 * quarter);
  if (triangles > MAX_TRIANGLES) {
    throw new CoreError('limit-exceeded', `the limb would have ${triangles} triangles`, {
      remedy: `Use a longer edge: at most ${MAX_TRIANGLES} are supported.`,
    });
  }
  const profile: [number, number][] = [];
  for (let k = 0; k < quarter; k++) {
    const turn = (0.5 * Math.PI * k) / quarter;
    profile.push([radius * Math.sin(turn), -length - radius * Math.cos(turn)]);
  }
  for (let row = 0; row <= rows; row++) profile.push([radius, (row / rows - 1) * length]);
  for (let k = quarter - 1; k >= 0; k--) {
    const turn = (0.5 * Math.PI * k) / quarter;
    profile.push([radius * Math.sin(turn), radius * Math.cos(turn)]);
  }
  return latheSurface(profile, false, segments);
}
