import { CONTACT_IMPULSE, CONTACT_NORMAL, type ContactList } from '../../collision/selfContact/ContactList.ts';
import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';

/**
 * The momenta that the contacts of a substep bring to the bodies of an island. The impulse of a contact acts on both bodies at one point, in the middle between their closest points, so that one body gets what the other loses.
 * On the surfaces, a thickness apart, its friction would turn both: each is turned by as much as that is wrong by.
 */
export class ContactMomenta {
  /** Whether the momenta of any of the bodies are balanced. */
  readonly any: boolean;
  /** kg m/s and, about the origin of the world, kg m2/s, of each body. */
  private readonly linear: Float64Array[];
  private readonly angular: Float64Array[];
  /** Angular momenta that bodies were turned by since `begin`, and that they are to be turned by, kg m2/s. */
  private readonly turned: Float64Array[];
  private readonly turn: Float64Array[];
  private readonly point = new Float64Array(3);
  /** The way from the second surface of a contact to the first, m. */
  private readonly apart = new Float64Array(3);
  private readonly impulse = new Float64Array(3);

  /** `owners`: body of each vertex of the surfaces. */
  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly owners: Int32Array,
    private readonly contacts: ContactList,
  ) {
    this.any = bodies.some(({ balance }) => balance !== undefined);
    const vectors = () => bodies.map(() => new Float64Array(3));
    this.linear = vectors();
    this.angular = vectors();
    this.turned = vectors();
    this.turn = vectors();
  }

  /** The contacts have acted, between surfaces at `x`, m, on the velocities that bodies are solved from: their momenta are balanced with that. */
  bring(x: Float64Array): void {
    const { bodies, owners, linear, angular, point, impulse } = this;
    const { count, vertices } = this.contacts;
    if (!this.any) return;
    clear(linear);
    clear(angular);
    for (let k = 0; k < count; k++) {
      if (!this.readContact(k, x)) continue;
      const first = owners[vertices[4 * k]];
      const second = owners[vertices[4 * k + 3]];
      if (first === second) continue;
      for (let axis = 0; axis < 3; axis++) {
        const next = (axis + 1) % 3;
        const last = (axis + 2) % 3;
        const turn = point[next] * impulse[last] - point[last] * impulse[next];
        linear[first][axis] += impulse[axis];
        linear[second][axis] -= impulse[axis];
        angular[first][axis] += turn;
        angular[second][axis] -= turn;
      }
    }
    for (let b = 0; b < bodies.length; b++) bodies[b].balance?.bring(linear[b], angular[b]);
  }

  /** Contact `k` between surfaces at `x`, m, has pushed with `impulse` along its normal, N s, in the solve of the velocities: both bodies are to turn as if that had acted at one point. */
  turnPushed(k: number, impulse: number, x: Float64Array): void {
    const { owners, linear, angular, apart } = this;
    const { vertices, numbers } = this.contacts;
    this.readPoints(k, x);
    const first = owners[vertices[4 * k]];
    const second = owners[vertices[4 * k + 3]];
    const normal = CONTACT_NUMBERS * k + CONTACT_NORMAL;
    for (let axis = 0; axis < 3; axis++) {
      const next = (axis + 1) % 3;
      const last = (axis + 2) % 3;
      angular[first][axis] =
        -0.5 * impulse * (apart[next] * numbers[normal + last] - apart[last] * numbers[normal + next]);
    }
    linear[first].fill(0);
    this.bringTurn(first, first);
    this.bringTurn(second, first);
  }

  /** Contacts begin to act on the velocities at the end of the substep. */
  begin(): void {
    clear(this.turned);
  }

  /** Turns `nextVelocity` of the bodies by what the impulses of the contacts, on surfaces at `x`, m, are wrong by since `begin`. Returns whether anything changes. */
  turnBodies(x: Float64Array): boolean {
    const { bodies, turn, turned } = this;
    if (!this.any) return false;
    clear(turn);
    this.addTurns(x, turn);
    let any = false;
    for (let b = 0; b < bodies.length; b++) {
      const { balance, touched } = bodies[b];
      if (balance === undefined || !touched) continue;
      if (!this.takeTurned(turn[b], turned[b])) continue;
      balance.turn(turn[b]);
      any = true;
    }
    return any;
  }

  /** Adds to `turn` of both bodies of each contact the angular momentum, kg m2/s, that takes its impulse from their surfaces at `x`, m, to the middle between them. */
  private addTurns(x: Float64Array, turn: readonly Float64Array[]): void {
    const { owners, apart, impulse } = this;
    const { count, vertices } = this.contacts;
    for (let k = 0; k < count; k++) {
      if (!this.readContact(k, x)) continue;
      const first = owners[vertices[4 * k]];
      const second = owners[vertices[4 * k + 3]];
      for (let axis = 0; axis < 3; axis++) {
        const next = (axis + 1) % 3;
        const last = (axis + 2) % 3;
        const half = 0.5 * (apart[next] * impulse[last] - apart[last] * impulse[next]);
        turn[first][axis] -= half;
        turn[second][axis] -= half;
      }
    }
  }

  /** turn -= turned, and turned += that. Returns whether anything is left. */
  private takeTurned(turn: Float64Array, turned: Float64Array): boolean {
    let any = false;
    for (let axis = 0; axis < 3; axis++) {
      const more = turn[axis] - turned[axis];
      turned[axis] = turn[axis];
      turn[axis] = more;
      if (more !== 0) any = true;
    }
    return any;
  }

  /** Reads the impulse of contact `k` on the first of its primitives, N s, the middle between their closest points, and how they are apart. Returns false where it has none. */
  private readContact(k: number, x: Float64Array): boolean {
    const { impulse } = this;
    const { numbers } = this.contacts;
    const at = CONTACT_NUMBERS * k;
    if (!(numbers[at + CONTACT_IMPULSE] > 0)) return false;
    for (let axis = 0; axis < 3; axis++) {
      impulse[axis] =
        numbers[at + CONTACT_IMPULSE] * numbers[at + CONTACT_NORMAL + axis] + numbers[at + CONTACT_IMPULSE + 1 + axis];
    }
    this.readPoints(k, x);
    return true;
  }

  /** Reads the middle between the closest points of contact `k`, m, and how they are apart. */
  private readPoints(k: number, x: Float64Array): void {
    const { point, apart } = this;
    const { vertices, numbers } = this.contacts;
    const at = CONTACT_NUMBERS * k;
    for (let axis = 0; axis < 3; axis++) {
      point[axis] = 0;
      apart[axis] = 0;
      for (let i = 0; i < 4; i++) {
        const place = x[3 * vertices[4 * k + i] + axis];
        point[axis] += 0.5 * Math.abs(numbers[at + i]) * place;
        apart[axis] += numbers[at + i] * place;
      }
    }
  }

  /** Gives a body the momenta that were found for another. */
  private bringTurn(body: number, of: number): void {
    const { bodies, linear, angular } = this;
    bodies[body].balance?.bring(linear[of], angular[of]);
    bodies[body].touched = true;
  }
}

function clear(vectors: readonly Float64Array[]): void {
  for (let b = 0; b < vectors.length; b++) vectors[b].fill(0);
}
