import { SystemState } from '../../base/state/SystemState.ts';
import { BoundaryPhase, type BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';

/** Substeps after which what a contact presses with counts as going on: an impact lasts one. */
const LASTING = 2;
const MOST_AGE = 255;

/** What a deformable body's vertices had to do with boundaries in the last substep: the state of that contact. One row per vertex. */
export class BoundaryMemory {
  readonly phases: Uint8Array;
  /** Number of the boundary. */
  readonly boundaries: Uint16Array;
  /** N s on the vertex, xyz. */
  readonly impulses: Float64Array;
  readonly directions: Float64Array;
  /** Substeps that it has pressed. */
  readonly ages: Uint8Array;
  readonly state: SystemState;
  /** Whether any vertex touches. */
  any = false;

  constructor(vertexCount: number) {
    this.phases = new Uint8Array(vertexCount);
    this.boundaries = new Uint16Array(vertexCount);
    this.impulses = new Float64Array(3 * vertexCount);
    this.directions = new Float64Array(3 * vertexCount);
    this.ages = new Uint8Array(vertexCount);
    this.state = new SystemState()
      .rows('vertices', {
        columns: [
          { name: 'phases', width: 1, array: () => this.phases },
          { name: 'boundaries', width: 1, array: () => this.boundaries },
          { name: 'impulses', width: 3, array: () => this.impulses },
          { name: 'directions', width: 3, array: () => this.directions },
          { name: 'ages', width: 1, array: () => this.ages },
        ],
        marks: this.phases,
        per: 'vertex',
        clear: () => this.forget(),
      })
      .afterLoad(() => (this.any = this.phases.some((phase) => phase !== 0)));
  }

  /** Whether what a vertex was pressed with goes on. */
  lasts(vertex: number): boolean {
    return this.phases[vertex] !== BoundaryPhase.open && this.ages[vertex] >= LASTING;
  }

  /** Notes the contacts of body `body` in a substep that stands. */
  note(body: number, contacts: BoundaryContacts): void {
    const { phases, ages } = this;
    this.any = false;
    // What is not in contact now loses its age.
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.bodies[row] !== body || contacts.phases[row] === BoundaryPhase.open) continue;
      const v = contacts.vertices[row];
      ages[v] = Math.min(ages[v] + 1, MOST_AGE);
      phases[v] |= KEPT;
    }
    for (let v = 0; v < phases.length; v++) {
      if ((phases[v] & KEPT) === 0) ages[v] = 0;
      phases[v] = BoundaryPhase.open;
    }
    for (let row = 0; row < contacts.count; row++) {
      const phase = contacts.phases[row];
      if (contacts.bodies[row] !== body || phase === BoundaryPhase.open) continue;
      const v = contacts.vertices[row];
      phases[v] = phase;
      this.boundaries[v] = contacts.boundaries[row];
      for (let axis = 0; axis < 3; axis++) {
        this.impulses[3 * v + axis] = contacts.impulses[3 * row + axis];
        this.directions[3 * v + axis] = contacts.directions[3 * row + axis];
      }
      this.any = true;
    }
  }

  /** Forgets what a vertex had to do with boundaries. */
  forgetVertex(vertex: number): void {
    this.phases[vertex] = BoundaryPhase.open;
    this.ages[vertex] = 0;
  }

  forget(): void {
    this.phases.fill(BoundaryPhase.open);
    this.ages.fill(0);
    this.any = false;
  }
}

/** Bit of a phase that marks contacts which go on while a substep is noted. */
const KEPT = 0x80;
