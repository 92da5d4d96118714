import { projectVelocity } from '../../solids/projectVelocity.ts';
import { BoundaryPhase, type BoundaryContacts } from './BoundaryContacts.ts';
import type { BoundaryJoints } from './BoundaryJoints.ts';
import type { MetBody } from './MetBody.ts';
import type { MovingBoundary } from './MovingBoundary.ts';

const MOST_ITERATIONS = 1000;

/**
 * One velocity solve over deformable bodies and the boundaries that they touch: A of each body and the inertia of each boundary, with touching vertices slaved to the boundary, all components where they
 * stick and the normal one where they slip. With u = T y + u0 it is T^T A T y = T^T (b - A u0), symmetric and positive definite, by conjugate gradients with the diagonals of the vertices and one 6 x 6
 * Cholesky factor per boundary, inertia + T^T diag(A) T. Allocates nothing once its contacts have been as many.
 */
export class BoundarySolve {
  readonly bodies: readonly MetBody[];
  readonly boundaries: readonly MovingBoundary[];
  readonly contacts: BoundaryContacts;
  /** Joints between the boundaries; undefined where there are none. */
  readonly joints: BoundaryJoints | undefined;
  /** Iterations of the running substep. */
  iterations = 0;
  private largest = 0;
  private readonly point = new Float64Array(3);
  private readonly relative = new Float64Array(3);
  private readonly sum = new Float64Array(1);
  private readonly factor = new Float64Array(1);

  constructor(
    bodies: readonly MetBody[],
    boundaries: readonly MovingBoundary[],
    contacts: BoundaryContacts,
    joints?: BoundaryJoints,
  ) {
    this.bodies = bodies;
    this.boundaries = boundaries;
    this.contacts = contacts;
    this.joints = joints;
  }

  /** Begins a substep. */
  begin(): void {
    this.iterations = 0;
    this.largest = 0;
    this.joints?.begin(this.contacts);
  }

  /**
   * Finds the changes of velocity with the contacts in their phases, from those found before; then `impulses` of the contacts. `tolerance`: where the residual ends, as a share of the largest one of the
   * substep; what is left is momentum that light boundaries feel.
   */
  solve(tolerance: number): void {
    this.prepareBlocks();
    this.joints?.prepare();
    this.joints?.enforce();
    this.imposeSlaves();
    this.findResidual();
    this.iterate(tolerance);
    this.measureImpulses();
    this.joints?.measure();
  }

  /** Velocity of a contact's vertex against the boundary, m/s. */
  relativeVelocity(row: number, out: Float64Array): void {
    const { contacts, bodies, boundaries, point } = this;
    const { start, change } = bodies[contacts.bodies[row]];
    const boundary = boundaries[contacts.boundaries[row]];
    const v = 3 * contacts.vertices[row];
    boundary.velocityAt(boundary.start, contacts.arms, 3 * row, out);
    boundary.velocityAt(boundary.change, contacts.arms, 3 * row, point);
    for (let axis = 0; axis < 3; axis++) out[axis] = start[v + axis] + change[v + axis] - out[axis] - point[axis];
  }

  /** Moves touching vertices as their boundaries say. */
  private imposeSlaves(): void {
    const { contacts, bodies, sum, relative } = this;
    const { normals, slides } = contacts;
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.phases[row] === BoundaryPhase.open) continue;
      const { change } = bodies[contacts.bodies[row]];
      const v = 3 * contacts.vertices[row];
      this.relativeVelocity(row, relative);
      dot3(normals, 3 * row, relative, 0, sum);
      const missing = contacts.least[row] - sum[0];
      if (contacts.phases[row] === BoundaryPhase.stick) {
        for (let axis = 0; axis < 3; axis++) {
          change[v + axis] += contacts.least[row] * normals[3 * row + axis] - relative[axis];
        }
      } else {
        for (let axis = 0; axis < 3; axis++) {
          change[v + axis] += (missing / contacts.shares[row]) * slides[3 * row + axis];
        }
      }
    }
  }

  /** residual = T^T (given impulses - A change), and of the boundaries. */
  private findResidual(): void {
    const { contacts, bodies, boundaries } = this;
    for (const { acts, residual, answer, change } of bodies) {
      if (!acts) continue;
      answer.step.matrix.apply(change, residual);
      for (let k = 0; k < residual.length; k++) residual[k] = -residual[k];
    }
    for (const boundary of boundaries) {
      boundary.residual.fill(0);
      boundary.addInertia(boundary.change, boundary.residual, -1);
    }
    const { point } = this;
    for (let row = 0; row < contacts.count; row++) {
      const body = bodies[contacts.bodies[row]];
      if (!body.acts) continue;
      const v = 3 * contacts.vertices[row];
      const boundary = boundaries[contacts.boundaries[row]];
      for (let axis = 0; axis < 3; axis++) {
        point[axis] = contacts.given[3 * row + axis];
        body.residual[v + axis] += point[axis];
      }
      boundary.addImpulse(boundary.residual, contacts.arms, 3 * row, point, -1);
    }
    this.joints?.addToResidual();
    this.reduce('residual');
  }

  /** What vertices that move with a boundary bring goes to it: x <- T^T x, for the residual or the image. */
  private reduce(which: 'residual' | 'image'): void {
    const { contacts, bodies, boundaries, point, sum } = this;
    const { normals, slides } = contacts;
    for (const body of bodies) if (body.acts) projectVelocity(body.constraints, body[which]);
    for (let row = 0; row < contacts.count; row++) {
      const phase = contacts.phases[row];
      if (phase === BoundaryPhase.open) continue;
      const x = bodies[contacts.bodies[row]][which];
      const v = 3 * contacts.vertices[row];
      const boundary = boundaries[contacts.boundaries[row]];
      if (phase === BoundaryPhase.stick) {
        for (let axis = 0; axis < 3; axis++) {
          point[axis] = x[v + axis];
          x[v + axis] = 0;
        }
      } else {
        dot3(slides, 3 * row, x, v, sum);
        const along = sum[0];
        for (let axis = 0; axis < 3; axis++) {
          point[axis] = (along / contacts.shares[row]) * normals[3 * row + axis];
          x[v + axis] -= along * slides[3 * row + axis];
        }
      }
      boundary.addImpulse(boundary[which], contacts.arms, 3 * row, point, 1);
    }
    for (const boundary of boundaries) if (!boundary.isFree) boundary[which].fill(0);
  }

  /** direction <- T direction: touching vertices move with their boundaries. */
  private expand(): void {
    const { contacts, bodies, boundaries, point, sum } = this;
    for (let row = 0; row < contacts.count; row++) {
      const phase = contacts.phases[row];
      if (phase === BoundaryPhase.open) continue;
      const { direction } = bodies[contacts.bodies[row]];
      const v = 3 * contacts.vertices[row];
      const boundary = boundaries[contacts.boundaries[row]];
      boundary.velocityAt(boundary.direction, contacts.arms, 3 * row, point);
      if (phase === BoundaryPhase.stick) {
        for (let axis = 0; axis < 3; axis++) direction[v + axis] = point[axis];
        continue;
      }
      dot3(contacts.normals, 3 * row, point, 0, sum);
      const along = sum[0] / contacts.shares[row];
      for (let axis = 0; axis < 3; axis++) direction[v + axis] += along * contacts.slides[3 * row + axis];
    }
  }

  /** Takes from direction what `expand` added. */
  private collapse(): void {
    const { contacts, bodies, sum } = this;
    for (let row = 0; row < contacts.count; row++) {
      const phase = contacts.phases[row];
      if (phase === BoundaryPhase.open) continue;
      const { direction } = bodies[contacts.bodies[row]];
      const v = 3 * contacts.vertices[row];
      if (phase === BoundaryPhase.stick) {
        direction.fill(0, v, v + 3);
        continue;
      }
      dot3(contacts.slides, 3 * row, direction, v, sum);
      const along = sum[0];
      for (let axis = 0; axis < 3; axis++) direction[v + axis] -= along * contacts.slides[3 * row + axis];
    }
  }

  private prepareBlocks(): void {
    const { contacts, bodies, boundaries } = this;
    for (const boundary of boundaries) boundary.beginBlock();
    for (let row = 0; row < contacts.count; row++) {
      const phase = contacts.phases[row];
      if (phase === BoundaryPhase.open) continue;
      const boundary = boundaries[contacts.boundaries[row]];
      const weight = bodies[contacts.bodies[row]].diagonal[contacts.vertices[row]];
      const { arms, normals, shares } = contacts;
      if (phase === BoundaryPhase.stick) {
        for (let axis = 0; axis < 3; axis++) boundary.addToBlock(weight, arms, 3 * row, AXES, 3 * axis);
      } else boundary.addToBlock(weight / shares[row] ** 2, arms, 3 * row, normals, 3 * row);
    }
    for (const boundary of boundaries) if (boundary.isFree) boundary.factorBlock();
  }

  /** Goes on from the present residual until it is a `tolerance` of the largest. Numbers that its parts hand to each other are in arrays, where they are not allocated. */
  private iterate(tolerance: number): void {
    const { sum, factor } = this;
    this.precondition();
    this.copyDirection();
    this.dotResidual();
    let rho = sum[0];
    this.largest = Math.max(this.largest, rho);
    const target = tolerance * tolerance * this.largest;
    for (let count = 0; count < MOST_ITERATIONS && rho > target; count++) {
      this.expand();
      this.multiply();
      this.dotImage();
      if (!(sum[0] > 0)) return;
      factor[0] = rho / sum[0];
      this.advance();
      this.precondition();
      this.dotResidual();
      factor[0] = sum[0] / rho;
      rho = sum[0];
      this.turn();
      this.iterations++;
    }
  }

  /** image = T^T A T direction, of an expanded direction; that of the vertices is then collapsed again. */
  private multiply(): void {
    const { bodies, boundaries } = this;
    for (const { acts, answer, direction, image } of bodies) if (acts) answer.step.matrix.apply(direction, image);
    for (const boundary of boundaries) {
      boundary.image.fill(0);
      if (boundary.isFree) boundary.addInertia(boundary.direction, boundary.image, 1);
    }
    this.joints?.addToImage();
    this.reduce('image');
  }

  /** Moves by the factor along the expanded direction, which is collapsed. */
  private advance(): void {
    const { bodies, boundaries, factor } = this;
    for (const { acts, change, direction } of bodies) if (acts) addScaled(change, direction, factor);
    for (const { change, direction } of boundaries) addScaled(change, direction, factor);
    this.collapse();
    factor[0] = -factor[0];
    for (const { acts, residual, image } of bodies) if (acts) addScaled(residual, image, factor);
    for (const { residual, image } of boundaries) addScaled(residual, image, factor);
  }

  private precondition(): void {
    for (const { acts, residual, preconditioned, diagonal } of this.bodies) {
      if (!acts) continue;
      for (let v = 0; v < diagonal.length; v++) {
        const scale = 1 / diagonal[v];
        for (let k = 3 * v; k < 3 * v + 3; k++) preconditioned[k] = scale * residual[k];
      }
    }
    for (const boundary of this.boundaries) {
      if (boundary.isFree) boundary.precondition();
      else boundary.preconditioned.fill(0);
    }
    this.joints?.constrain();
  }

  private copyDirection(): void {
    for (const { direction, preconditioned } of this.bodies) direction.set(preconditioned);
    for (const { direction, preconditioned } of this.boundaries) direction.set(preconditioned);
  }

  private turn(): void {
    const beta = this.factor[0];
    for (const { acts, direction, preconditioned } of this.bodies) {
      if (!acts) continue;
      for (let k = 0; k < direction.length; k++) direction[k] = preconditioned[k] + beta * direction[k];
    }
    for (const { direction, preconditioned } of this.boundaries) {
      for (let k = 0; k < 6; k++) direction[k] = preconditioned[k] + beta * direction[k];
    }
  }

  /** sum[0] = residual . preconditioned. */
  private dotResidual(): void {
    const { sum } = this;
    sum[0] = 0;
    for (const { acts, residual, preconditioned } of this.bodies) if (acts) addDot(residual, preconditioned, sum);
    for (const { residual, preconditioned } of this.boundaries) addDot(residual, preconditioned, sum);
  }

  /** sum[0] = direction . image: the collapsed part of an expanded direction against the reduced image: what was expanded is orthogonal to it. */
  private dotImage(): void {
    const { sum } = this;
    sum[0] = 0;
    for (const { acts, direction, image } of this.bodies) if (acts) addDot(direction, image, sum);
    for (const { direction, image } of this.boundaries) addDot(direction, image, sum);
  }

  /** Finds what the contacts have to press with for the changes that were found. */
  private measureImpulses(): void {
    const { contacts, bodies, point, sum } = this;
    const { given, carried, impulses, normals, slides } = contacts;
    for (const { acts, answer, change, image } of bodies) if (acts) answer.step.matrix.apply(change, image);
    for (let row = 0; row < contacts.count; row++) {
      const at = 3 * row;
      const phase = contacts.phases[row];
      const body = bodies[contacts.bodies[row]];
      const v = 3 * contacts.vertices[row];
      for (let axis = 0; axis < 3; axis++) {
        impulses[at + axis] = carried[at + axis] + given[at + axis];
        point[axis] = body.image[v + axis] - given[at + axis];
      }
      if (phase === BoundaryPhase.stick) for (let axis = 0; axis < 3; axis++) impulses[at + axis] += point[axis];
      else if (phase === BoundaryPhase.slip) {
        dot3(slides, at, point, 0, sum);
        const along = sum[0] / contacts.shares[row];
        for (let axis = 0; axis < 3; axis++) impulses[at + axis] += along * normals[at + axis];
      }
    }
  }
}

const AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function dot3(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array): void {
  out[0] = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function addDot(a: Float64Array, b: Float64Array, sum: Float64Array): void {
  let total = sum[0];
  for (let k = 0; k < a.length; k++) total += a[k] * b[k];
  sum[0] = total;
}

/** to += factor[0] from. */
function addScaled(to: Float64Array, from: Float64Array, factor: Float64Array): void {
  const scale = factor[0];
  for (let k = 0; k < to.length; k++) to[k] += scale * from[k];
}
