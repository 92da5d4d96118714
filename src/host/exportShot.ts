import { CoreError } from '../base/errors.ts';
import type { JobContext } from '../base/job.ts';
import type { Frame } from '../frames/Frame.ts';
import { particlesOf } from '../frames/FrameLiquid.ts';
import { JudgedFrames } from '../frames/judgements.ts';
import { TornShapes } from '../frames/TornShapes.ts';
import { tearableSurface } from '../geometry/tearing/TopologyChange.ts';
import { embedPositions, type BodyMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import { hashFile } from '../io/hashFile.ts';
import { exporters, type ExportJob, type ExportObject, type ExportReport, type ExportSample } from '../io/Exporter.ts';
import { applyPreset, type ExportPreset, presetTransform } from '../io/exportPresets.ts';
import { MotionCheck } from './MotionCheck.ts';
import type { FramesSource, ShotFrames, ShownCollider, ShownLiquid, ShownSolid } from './ShotFrames.ts';

export interface ExportRequest {
  readonly frames: ShotFrames;
  /** Registered exporter. */
  readonly format: string;
  /** Its parameters, checked. */
  readonly params: unknown;
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Rate of the file; another than the shot's plays the same frames faster or slower. */
  readonly framesPerSecond: number;
  readonly preset: Pick<ExportPreset, 'up' | 'unit'>;
  readonly path: string;
  readonly withColliders: boolean;
  /** The shot's name and notes, for the file's own description. */
  readonly description: string;
}

/** What a shot's export tells beyond what is found in the files. */
export interface ShotExportReport extends ExportReport {
  readonly source: ExportSource;
  /** Of each file, in their order. */
  readonly sha256: readonly string[];
  /** What is broken in the exported frames, worst of each kind and entity: the file holds it faithfully. */
  readonly warnings: readonly string[];
}

/** What files were made from. */
export interface ExportSource extends FramesSource {
  readonly objects: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly framesPerSecond: number;
}

/** Who wrote the file, as its metadata say. */
const APPLICATION = 'Ductile';

/**
 * Writes cached frames of a shot: the artist's own surfaces, moved by the volumes that carry them. Throws `file-missing` for frames
 * that are not simulated, and `export-mismatch` when the written file, opened again, is not what was meant.
 */
export async function exportShot(request: ExportRequest, job: JobContext): Promise<ShotExportReport> {
  const { frames, preset } = request;
  const latest = new LatestFrame(frames);
  const motion = new MotionCheck(1 / request.framesPerSecond);
  const speed = request.framesPerSecond / frames.framesPerSecond;
  const solids = frames.solids.map((solid) => solidObject(solid, latest, speed, motion));
  const colliders = request.withColliders ? frames.colliders.map((collider) => colliderObject(collider, latest)) : [];
  const liquids = frames.liquids.flatMap((liquid) => [
    liquidObject(liquid, frames, speed),
    ...particleObjects(liquid, latest, speed),
  ]);
  const objects = [...solids, ...liquids, ...colliders].map((object) => applyPreset(object, preset));
  const exportJob: ExportJob = {
    objects,
    firstFrame: request.firstFrame,
    lastFrame: request.lastFrame,
    framesPerSecond: request.framesPerSecond,
    path: request.path,
    application: APPLICATION,
    description: request.description,
  };
  const report = await exporters.get(request.format).write(exportJob, request.params, job);
  const failed = report.checks.filter(({ passed }) => !passed);
  if (failed.length === 0) {
    const source = sourceOf(request, objects);
    if (liquids.length > 0) motion.leaveOut('liquids: their particles and skins are others in every frame');
    const checks = [...report.checks, ...motion.lines(presetTransform(preset).scale)];
    return { ...report, checks, source, sha256: await hashes(report, job), warnings: latest.judged.lines() };
  }
  throw new CoreError('export-mismatch', `the file differs from the shot: ${failed[0].name}: ${failed[0].detail}`, {
    file: request.path,
    remedy: 'Export again; if it happens again the disk may be failing.',
  });
}

function sourceOf(
  { frames, firstFrame: first, lastFrame: last, framesPerSecond }: ExportRequest,
  objects: readonly ExportObject[],
): ExportSource {
  return { ...frames.source(last), objects: objects.map(({ name }) => name), first, last, framesPerSecond };
}

async function hashes({ files }: ExportReport, job: JobContext): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    job.progress('sum up the files', found.length / files.length);
    found.push(await hashFile(file));
  }
  return found;
}

/** The frame that was read last: exporters ask every object for one frame before the next. */
class LatestFrame {
  /** What was judged of all frames that were read. */
  readonly judged = new JudgedFrames();
  private readonly frames: ShotFrames;
  private readonly seen = new Set<number>();
  private number: number | undefined;
  private pending: Promise<Frame> | undefined;

  constructor(frames: ShotFrames) {
    this.frames = frames;
  }

  read(number: number): Promise<Frame> {
    if (this.pending === undefined || this.number !== number) {
      this.number = number;
      this.pending = this.readNew(number);
    }
    return this.pending;
  }

  private async readNew(number: number): Promise<Frame> {
    const frame = await this.frames.frame(number);
    if (!this.seen.has(number)) this.judged.add(number, frame.stats.judgements);
    this.seen.add(number);
    return frame;
  }
}

/** `speed`: seconds of the shot per second of the file, so that velocities stay what the exported positions show. */
function solidObject(
  { id, name, volume, tears }: ShownSolid,
  latest: LatestFrame,
  speed: number,
  motion: MotionCheck,
): ExportObject {
  const shapes = new TornShapes(volume);
  return {
    name,
    kind: 'mesh',
    surface: tears ? tearableSurface(volume.surface) : volume.surface,
    ...elementsIn(volume),
    async sample(frame): Promise<ExportSample> {
      const body = (await latest.read(frame)).bodies.find((candidate) => candidate.id === id);
      if (body === undefined) throw new Error(`frame ${frame} has no solid '${id}'`);
      const shape = shapes.at(body.topology);
      const { embedding, surface } = shape;
      const count = surface.positions.length;
      const positions = new Float32Array(count);
      const velocities = new Float32Array(count);
      embedPositions(embedding, body.positions, positions);
      embedPositions(embedding, body.velocities, velocities);
      if (speed !== 1) for (let i = 0; i < count; i++) velocities[i] *= speed;
      if (tears) motion.leaveOut('what tears: its vertices change');
      else motion.add(name, frame, { positions, velocities });
      const own = shape === volume ? {} : { topology: surface, ...elementsIn(shape) };
      return { positions, velocities, volumePositions: body.positions, ...own };
    },
  };
}

/** Elements for formats that hold volumes: cloth has none. */
function elementsIn(volume: BodyMesh): Pick<ExportObject, 'tets' | 'hexes'> {
  if (volume.kind === 'shell') return {};
  return volume.kind === 'tet' ? { tets: volume.mesh } : { hexes: volume.mesh };
}

function colliderObject({ id, name, display }: ShownCollider, latest: LatestFrame): ExportObject {
  const { positions, triangles } = display;
  const surface = triangleSurface(name, positions, triangles);
  return {
    name,
    kind: 'mesh',
    surface,
    async sample(frame) {
      return { positions: posedPositions(await latest.read(frame), id, positions) };
    },
  };
}

/** The skin of a liquid: other triangles in every frame. */
function liquidObject({ id, name }: ShownLiquid, frames: ShotFrames, speed: number): ExportObject {
  return {
    name,
    kind: 'mesh',
    surface: triangleSurface(name, new Float64Array(0), new Uint32Array(0)),
    async sample(frame) {
      const { positions, triangles, velocities } = await frames.surface(frame, id);
      const topology = triangleSurface(name, Float64Array.from(positions), triangles);
      return { positions, velocities: scaled(velocities, speed), topology };
    },
  };
}

/** The particles of a liquid, and apart from them its spray where that is kept apart. */
function particleObjects(liquid: ShownLiquid, latest: LatestFrame, speed: number): ExportObject[] {
  const { id, name, particleDiameter, sprayDiameter } = liquid;
  const points = (title: string, diameter: number, flying: boolean): ExportObject => ({
    name: `${name} ${title}`,
    kind: 'points',
    async sample(frame) {
      const own = (await latest.read(frame)).liquids.find((candidate) => candidate.id === id);
      if (own === undefined) throw new Error(`frame ${frame} has no liquid '${id}'`);
      const { positions, velocities, ids } = particlesOf(own, flying);
      return {
        positions,
        velocities: scaled(velocities, speed),
        ids: BigUint64Array.from(ids, BigInt),
        widths: new Float32Array(ids.length).fill(diameter),
      };
    },
  });
  const particles = points('particles', particleDiameter, false);
  return sprayDiameter === undefined ? [particles] : [particles, points('spray', sprayDiameter, true)];
}

function scaled(velocities: Float32Array, speed: number): Float32Array {
  return speed === 1 ? velocities : velocities.map((component) => component * speed);
}

function triangleSurface(name: string, positions: Float64Array, triangles: Uint32Array): SurfaceMesh {
  return {
    name,
    positions,
    faceOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face),
    faceVertices: triangles,
    groups: [],
    vertexAttributes: [],
  };
}

/** A collider's display vertices in the world at a frame: q p q* + translation. */
export function posedPositions(frame: Frame, id: string, local: Float64Array): Float32Array {
  const pose = frame.colliders.find((collider) => collider.id === id);
  if (pose === undefined) throw new Error(`the frame has no collider '${id}'`);
  const [qx, qy, qz, qw] = pose.rotation;
  const [tx, ty, tz] = pose.translation;
  const out = new Float32Array(local.length);
  for (let i = 0; i < local.length; i += 3) {
    const [x, y, z] = [local[i], local[i + 1], local[i + 2]];
    const cx = qy * z - qz * y;
    const cy = qz * x - qx * z;
    const cz = qx * y - qy * x;
    out[i] = x + 2 * (qw * cx + qy * cz - qz * cy) + tx;
    out[i + 1] = y + 2 * (qw * cy + qz * cx - qx * cz) + ty;
    out[i + 2] = z + 2 * (qw * cz + qx * cy - qy * cx) + tz;
  }
  return out;
}
