import type { FaceGroup } from '../../geometry/TriMesh.ts';
import { MOST_GROUPS, MOST_MEMBERSHIPS, MOST_NAME_LENGTH, requireBudget } from './meshBudget.ts';
import { uint32List, type NumberList } from './NumberList.ts';

interface Run {
  readonly kind: FaceGroup['kind'];
  readonly name: string;
  /** Start and end face, one pair per run of faces. */
  readonly bounds: NumberList<Uint32Array>;
}

/** Collects face groups while faces are read in order, as runs of faces: cheap for any number of group changes. */
export class FaceGroupRuns {
  private readonly runs = new Map<string, Run>();
  private readonly current = new Map<FaceGroup['kind'], readonly Run[]>();

  /** Sets the groups of `kind` to `names` from face `face` on (none: an empty list). */
  select(kind: FaceGroup['kind'], names: readonly string[], face: number): void {
    for (const run of this.current.get(kind) ?? []) run.bounds.push(face);
    const selected = [...new Set(names)].map((name) => this.run(kind, name));
    for (const run of selected) run.bounds.push(face);
    this.current.set(kind, selected);
  }

  /** Returns the groups with faces, in the order of their first mention; `faceCount` closes the open runs. */
  finish(faceCount: number): FaceGroup[] {
    for (const selected of this.current.values()) for (const run of selected) run.bounds.push(faceCount);
    this.current.clear();
    const memberships = [...this.runs.values()].reduce((sum, run) => sum + faceCountOf(run), 0);
    requireBudget(memberships, MOST_MEMBERSHIPS, 'faces in all groups together');
    return [...this.runs.values()].map(groupOf).filter((group) => group.faces.length > 0);
  }

  private run(kind: FaceGroup['kind'], fullName: string): Run {
    const name = fullName.slice(0, MOST_NAME_LENGTH);
    const key = `${kind}\n${name}`;
    let run = this.runs.get(key);
    if (run === undefined) {
      requireBudget(this.runs.size + 1, MOST_GROUPS, 'groups');
      run = { kind, name, bounds: uint32List(2) };
      this.runs.set(key, run);
    }
    return run;
  }
}

function faceCountOf({ bounds }: Run): number {
  let count = 0;
  for (let pair = 0; pair < bounds.length; pair += 2) count += bounds.get(pair + 1) - bounds.get(pair);
  return count;
}

function groupOf(run: Run): FaceGroup {
  const { kind, name, bounds } = run;
  const faces = new Uint32Array(faceCountOf(run));
  let next = 0;
  for (let pair = 0; pair < bounds.length; pair += 2) {
    for (let face = bounds.get(pair); face < bounds.get(pair + 1); face++) faces[next++] = face;
  }
  return { kind, name, faces };
}
