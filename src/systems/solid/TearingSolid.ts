import type { BoundaryTarget } from '../../simulation/boundaries/Meeting.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import { staticMesh, tornStream } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { weldedTriangles } from '../../geometry/surfaceQuery/weldedTriangles.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { tornVolume } from '../../geometry/tearing/TopologyChange.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import type { Fracture } from '../../scene/properties/fracture.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { DeformableBody } from '../../solids/DeformableBody.ts';
import { elementAncestor, nodeAncestors } from '../../solids/fracture/virtualNodes.ts';
import type { LoggedSystem } from '../../solids/SteppedSystem.ts';
import { unscaledPoints } from '../../simulation/rest/placement.ts';
import type { AttachmentParent } from '../../simulation/attachment/AttachedPoints.ts';
import type { MassPoints } from '../../simulation/MassPoints.ts';
import { EmbeddedBody } from '../../simulation/immersion/EmbeddedBody.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import type { SimulatedBody, TouchingBody } from '../../simulation/SimulatedBody.ts';
import { SimulatedSolid } from './SimulatedSolid.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';
import type { StartingSolid } from '../../simulation/judging/startOverlaps.ts';
import { SolidFracture } from './SolidFracture.ts';

/**
 * A solid that tears: a `SimulatedSolid` until an element is cut, then another one with the same state on what is left. Looks for what tears
 * several times in a frame, between substeps.
 */
export class TearingSolid implements SimulatedBody {
  readonly id: string;
  readonly kind = 'solid';
  readonly deformable = this;
  readonly volume: VolumeMesh;
  readonly state: SystemState;
  readonly topology = 'changing';
  private readonly input: SimulatedSolidInput;
  private readonly fracture: SolidFracture;
  private solid: SimulatedSolid;
  /** The solid as it begins, whole. */
  private readonly begun: SimulatedSolid;
  /** The present solid as a liquid sees it; undefined until asked for. */
  private immersed: ImmersedBody | undefined;
  private closed: boolean | undefined;
  /** Directions of the whole solid's fibres, xyz per tet. */
  private readonly fibres: Float64Array | undefined;

  /** Throws as `SimulatedSolid` and `SolidFracture`. */
  constructor(input: SimulatedSolidInput, fracture: Fracture) {
    const { solid, volume, inputs } = input;
    this.id = solid.id;
    this.input = input;
    const ownPositions = unscaledPoints(volume.mesh.positions, solid.transform);
    this.fracture = new SolidFracture({ solid, fracture, volume, ownPositions, inputs });
    this.solid = this.build();
    this.volume = this.solid.volume;
    this.begun = this.solid;
    this.fibres = this.solid.tearingBody(0).body.fibreDirections;
    // What is loaded after the cracks is of the body that they have left.
    this.fracture.state.afterLoad(() => this.rebuild());
    this.state = new SystemState().include('fracture', this.fracture.state).include('body', () => this.solid.state);
  }

  get motion(): { readonly positions: Float64Array; readonly velocities: Float64Array } {
    return this.solid.motion;
  }

  stepped(): LoggedSystem {
    return this.solid.stepped();
  }

  get points(): MassPoints | undefined {
    return this.solid.points;
  }

  setupWarnings(): readonly string[] {
    return this.solid.setupWarnings();
  }

  partsOf(duration: number): number {
    return this.fracture.checksPerFrame(duration);
  }

  /** Tears what does not hold. */
  endPart(time: number): void {
    const before = this.fracture.topology;
    if (!this.fracture.tear(this.solid.tearingBody(time), time)) return;
    const after = this.fracture.topology;
    const elements = Uint32Array.from(after.tetOf, (_, e) => elementAncestor(before, after, e));
    const saved = this.solid.state.save();
    this.rebuild();
    this.solid.state.inherit(saved, { vertex: nodeAncestors(before, after), element: elements });
  }

  within<T>(frame: number, start: number, end: number, work: () => T): T {
    return this.solid.within(frame, start, end, work);
  }

  checkStorable(time: number, dt: number): void {
    this.solid.checkStorable(time, dt);
  }

  get entity(): Solid {
    return this.input.solid;
  }

  get pinned(): ReadonlySet<number> {
    return this.begun.pinned;
  }

  get starting(): StartingSolid {
    return this.begun.starting;
  }

  get met(): BoundaryTarget | undefined {
    return this.solid.met;
  }

  /** Pieces touch other bodies as the whole did, and each other as the whole touched itself. */
  get touching(): TouchingBody | undefined {
    return this.solid.touching;
  }

  /** What is attached to a triangle goes on with its corners, whichever piece they belong to. */
  get attachmentParent(): AttachmentParent | undefined {
    const { attachmentParent } = this.begun;
    const stepped = () => this.solid.attachmentParent.stepped;
    return {
      ...attachmentParent,
      get stepped() {
        return stepped();
      },
    };
  }

  /** The present solid as the liquid sees it in which it is immersed: within the surface that is drawn, which is open along the cracks. Undefined where it is in none. */
  get coupled(): ImmersedBody | undefined {
    const { integrator } = this.solid;
    if (this.input.tank === undefined || !(integrator instanceof DeformableBody)) return undefined;
    if (!this.isClosed) return this.solid.coupled;
    if (this.immersed?.is(integrator) === true) return this.immersed;
    const change = this.fracture.change();
    const { surface, embedding } = change === undefined ? this.input.volume : tornVolume(this.input.volume, change);
    this.immersed = new EmbeddedBody(this.id, triangulate(surface).mesh.triangles, embedding, integrator);
    return this.immersed;
  }

  get fibreDirections(): Float64Array | undefined {
    return this.fibres;
  }

  get attributes(): readonly DeclaredAttribute[] {
    return this.solid.attributes;
  }

  streams(time: number): Stream[] {
    return [this.stream(time)];
  }

  statics(): StaticStream[] {
    const { topology, begun } = this;
    return [staticMesh(this.id, this.volume, this.attributes, { topology, measuredVolume: begun.measuredVolume })];
  }

  stream(time: number): Stream {
    return tornStream(this.solid.stream(time), this.fracture.change());
  }

  estimate(): Estimate {
    return this.begun.estimate();
  }

  statistics(time: number): EntityStats {
    const { sections, ...whole } = this.solid.statistics(time);
    return { ...whole, sections: { ...sections, fracture: this.fracture.statistics() } };
  }

  warnings(isFirstFrame: boolean): readonly string[] {
    const own = [...this.solid.warnings(isFirstFrame)];
    if (!isFirstFrame) return own;
    if (this.input.tank !== undefined && !this.isClosed) {
      own.push(
        `the surface of solid '${this.id}' is not closed, so that liquid meets its elements, which stand out at its cracks; close its surface`,
      );
    }
    return own;
  }

  dispose(): void {
    this.solid.dispose();
  }

  /** Whether the drawn surface of the whole solid is closed. */
  private get isClosed(): boolean {
    this.closed ??= isClosed(this.input.volume.surface);
    return this.closed;
  }

  private rebuild(): void {
    this.solid.dispose();
    this.solid = this.build();
  }

  /** The solid on the present topology, at rest. */
  private build(): SimulatedSolid {
    const { input, fracture, fibres } = this;
    const { elements, fractions, tetOf, vertexOf } = fracture.topology;
    const { volume, goal } = input;
    const wholeVertexCount = volume.mesh.positions.length / 3;
    return new SimulatedSolid({
      ...input,
      // Surface and embedding stay those of the whole body: nothing here reads them.
      volume: {
        ...volume,
        kind: 'tet',
        mesh: { positions: spreadBy(vertexOf, volume.mesh.positions), tets: elements },
      },
      goal: goal && spreadBy(vertexOf, goal),
      cut: { fractions, wholeVertexCount, whole: volume, fibreDirections: fibres && spreadBy(tetOf, fibres) },
    });
  }
}

/** Returns whether a surface has no open edge and faces outwards, corners at equal positions counting as one. */
function isClosed(surface: SurfaceMesh): boolean {
  const { positions, triangles } = weldedTriangles(surface);
  const { badEdges } = manifoldReport(triangles, positions.length / 3);
  return badEdges === 0 && enclosedVolume(positions, triangles) > 0;
}

/** Vectors of what each one is a part of. */
function spreadBy(sources: Uint32Array, vectors: Float64Array): Float64Array {
  return Float64Array.from({ length: 3 * sources.length }, (_, k) => vectors[3 * sources[Math.floor(k / 3)] + (k % 3)]);
}
