import { CoreError } from '../base/errors.ts';
import type { JobContext } from '../base/job.ts';
import type { FrameCache } from '../cache/FrameCache.ts';
import { colliderShapes } from '../collision/CollisionBody.ts';
import { decodeFrame, type Frame } from '../frames/Frame.ts';
import type { FrameKey } from '../frames/keys.ts';
import { decodeLiquidSurface, type LiquidSurface } from '../frames/LiquidSurface.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import type { LoadedShot } from '../io/locateMeshes.ts';
import { framesPerSecond, isKind, type QualityName, type Scene } from '../scene/Scene.ts';
import { liquidTransports } from '../liquids/LiquidTransport.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import { SOLVER_VERSION } from '../simulation/solverVersion.ts';
import { enabledLiquids, loadSurface } from './liquidSurfaces.ts';
import { prepareAssets } from './prepareAssets.ts';
import { shotKeys, type ShotKeys } from './shotKeys.ts';

/** Particles that fill a cell. */
const PARTICLES_OF_CELL = 8;

/** A solid or a cloth as frames show it. */
export interface ShownSolid {
  readonly id: string;
  readonly name: string;
  /** In the body's own frame; frames hold world positions of its vertices. */
  readonly volume: BodyMesh;
  /** Frames may hold its topology. */
  readonly tears: boolean;
}

export interface ShownCollider {
  readonly id: string;
  readonly name: string;
  /** Triangles in the collider's own frame; frames hold its pose. */
  readonly display: TriMesh;
}

export interface ShownLiquid {
  readonly id: string;
  readonly name: string;
  /** Of a particle, m: that of an eighth of a cell's volume as a ball. */
  readonly particleDiameter: number;
  /** Of the drops that fly apart from it, m, where they are kept apart. */
  readonly sprayDiameter: number | undefined;
}

/** What frames were simulated from, for whoever wants them again. */
export interface FramesSource {
  readonly take: string;
  readonly quality: QualityName;
  readonly seed: number;
  readonly solverVersion: number;
  /** Key of the last frame: stands for everything that it and those before it depend on. */
  readonly frameKey: FrameKey;
}

export interface ShotFramesRequest {
  readonly shot: LoadedShot;
  readonly quality: QualityName;
  readonly cache: FrameCache;
  /** The backend whose frames are wanted. */
  readonly backend: string;
}

/** The cached frames of a shot as it is now, with what they are shown by. */
export class ShotFrames {
  readonly solids: readonly ShownSolid[];
  readonly colliders: readonly ShownCollider[];
  readonly liquids: readonly ShownLiquid[];
  /** The rate that the frames were simulated at. */
  readonly framesPerSecond: number;
  private readonly cache: FrameCache;
  private readonly keys: ShotKeys;
  private readonly firstFrame: number;
  private readonly scene: Scene;
  private readonly quality: QualityName;

  private constructor(request: ShotFramesRequest, solids: readonly ShownSolid[], colliders: readonly ShownCollider[]) {
    const { shot, quality, cache, backend } = request;
    this.solids = solids;
    this.colliders = colliders;
    this.framesPerSecond = framesPerSecond(shot.scene);
    this.cache = cache;
    this.keys = shotKeys(shot.scene, quality, backend);
    this.firstFrame = shot.scene.range.first;
    this.scene = shot.scene;
    this.quality = quality;
    const { edgeScale } = shot.scene.quality[quality];
    this.liquids = enabledLiquids(shot.scene).map((liquid) => {
      const { id, name, spray } = liquid;
      const particleDiameter = ballDiameter(liquid, edgeScale, PARTICLES_OF_CELL);
      const sprayDiameter = spray.enabled ? ballDiameter(liquid, edgeScale, dropsOfCell(liquid)) : undefined;
      return { id, name: name || id, particleDiameter, sprayDiameter };
    });
  }

  static async open(request: ShotFramesRequest, job: JobContext): Promise<ShotFrames> {
    const { shot, quality, cache } = request;
    const { volumes, shells, meshShapes } = await prepareAssets(shot, quality, cache, job);
    const enabled = shot.scene.entities.filter((entity) => entity.enabled);
    const solids = enabled.flatMap((entity) => {
      const { kind, id, name } = entity;
      if (kind !== 'solid' && kind !== 'cloth') return [];
      const volume = volumes.get(id) ?? shells?.get(id);
      if (volume === undefined) throw new Error(`the elements of '${id}' were not prepared`);
      const tears = kind === 'solid' && entity.fracture?.enabled === true;
      return [{ id, name: name || id, volume, tears }];
    });
    const colliders = enabled.filter(isKind('collider')).map(({ id, name, shape }) => {
      const own = meshShapes.get(id);
      const made = shape.kind === 'registered' ? colliderShapes.get(shape.type).create(shape.params) : own;
      if (made === undefined) throw new Error(`the shape of '${id}' was not prepared`);
      return { id, name: name || id, display: made.display() };
    });
    return new ShotFrames(request, solids, colliders);
  }

  /** What the frames up to number `last` were simulated from. Throws `file-missing` for a frame beyond the shot. */
  source(last: number): FramesSource {
    const { take, physics } = this.scene;
    const frameKey = this.keyOf(last);
    if (frameKey === undefined) throw this.missing(last, undefined);
    const name = take.name || take.id;
    return { take: name, quality: this.quality, seed: physics.seed, solverVersion: SOLVER_VERSION, frameKey };
  }

  /** A frame from the cache. Throws `file-missing` where it is not there: it was not simulated since the last edit. */
  async frame(number: number): Promise<Frame> {
    const key = this.keyOf(number);
    const stored = key === undefined ? undefined : await this.cache.read('frame', key);
    if (stored !== undefined) return decodeFrame(stored.content);
    throw this.missing(number, key);
  }

  /** Numbers of the frames first..last that are in the cache, by name alone. */
  async stored(first: number, last: number): Promise<number[]> {
    const there = new Set(await this.cache.keys('frame'));
    const numbers: number[] = [];
    for (let number = first; number <= last; number++) {
      const key = this.keyOf(number);
      if (key !== undefined && there.has(key)) numbers.push(number);
    }
    return numbers;
  }

  /** The skin of a liquid at a frame, made where it was not before. Throws as `frame` does. */
  async surface(number: number, id: string): Promise<LiquidSurface> {
    const key = this.keyOf(number);
    const liquid = enabledLiquids(this.scene).find((candidate) => candidate.id === id);
    if (key === undefined || liquid === undefined) throw this.missing(number, key);
    const read = () => this.frame(number);
    const bytes = await loadSurface(this.scene, this.quality, this.cache, liquid, key, read);
    if (bytes === undefined) throw this.missing(number, key);
    return decodeLiquidSurface(bytes);
  }

  private keyOf(number: number): FrameKey | undefined {
    const index = number - this.firstFrame;
    return index < 0 ? undefined : this.keys.upTo(index)[index];
  }

  private missing(number: number, key: FrameKey | undefined): CoreError {
    return new CoreError('file-missing', `frame ${number} is not simulated`, {
      file: this.cache.folder,
      place: `frame ${number}`,
      remedy: key === undefined ? 'Ask for frames of the shot.' : 'Run `ductile simulate` first.',
    });
  }
}

/** Of a ball, m, of which `perCell` have the volume of a liquid's cell. */
function ballDiameter({ cellSize }: Liquid, edgeScale: number, perCell: number): number {
  return cellSize * edgeScale * Math.cbrt(6 / (perCell * Math.PI));
}

/** Drops of spray that fill a cell: particles, or the markers of a level set. */
function dropsOfCell({ transport }: Liquid): number {
  return (transport && liquidTransports.get(transport.type).dropsOfCell?.(transport.params)) ?? PARTICLES_OF_CELL;
}
