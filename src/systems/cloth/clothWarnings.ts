import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';

/** Time of the first frame, s. */
const START = 0;
/** Millimetres per metre: depths and lengths are reported in millimetres. */
const MILLIMETRES = 1000;

/** Thickness, in mean edges of a cloth that meets itself, beyond which it is told of. */
const THICK = 0.6;

/** The vertices of a cloth at the first frame: their positions, m, and which of them pins constrain. */
interface StartingCloth {
  readonly id: string;
  readonly positions: Float64Array;
  readonly held: ReadonlySet<number>;
}

/** Which colliders a cloth begins inside of. To be asked while the inputs stand at the first interval. */
export function insideWarnings({ id, positions, held }: StartingCloth, colliders: readonly KeyedCollider[]): string[] {
  return colliders.flatMap((collider) => {
    const placed = new PlacedCollider(collider);
    placed.place(START, START);
    const answer = new Float64Array(4);
    let inside = 0;
    let deepest = 0;
    const count = positions.length / 3;
    for (let v = 0; v < count; v++) {
      placed.signedDistance(positions, 3 * v, answer);
      if (held.has(v) || !(answer[DISTANCE] < 0)) continue;
      inside++;
      deepest = Math.max(deepest, -answer[DISTANCE]);
    }
    if (inside === 0) return [];
    const depth = (MILLIMETRES * deepest).toPrecision(2);
    return [
      `cloth '${id}' starts with ${inside} of ${count} vertices inside collider '${collider.id}', up to ${Number(depth)} mm deep: ` +
        'it is pushed out slowly at the nearest side; move it out, or pin the part that should stay inside',
    ];
  });
}

/** Whether layers of a cloth are so thick that its triangles cannot fold. `edge`: mean length of its edges, m. */
export function thicknessWarnings({ id, fabric, contact }: Cloth, edge: number): string[] {
  if (!contact.self || fabric.thickness <= THICK * edge) return [];
  const told = (metres: number) => `${Number((MILLIMETRES * metres).toPrecision(2))} mm`;
  return [
    `cloth '${id}' is ${told(fabric.thickness)} thick and its triangles are ${told(edge)} long: folds press on their neighbours, which ` +
      `is slow and crumples it; give it a thickness of ${told(edge / 2)}, or longer triangles`,
  ];
}
