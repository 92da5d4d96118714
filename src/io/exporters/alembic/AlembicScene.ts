import { checkCancelled, type JobContext } from '../../../base/job.ts';
import type { SurfaceMesh } from '../../../geometry/TriMesh.ts';
import { ArchiveWriter } from '../../alembic/ArchiveWriter.ts';
import { boxProperty, emptyBox, growBoxByBox, writeBox, type Box } from '../../alembic/BoundsProperty.ts';
import type { ByteSink } from '../../alembic/ByteSink.ts';
import { uniqueName } from '../../alembic/objectNames.ts';
import { PointsWriter } from '../../alembic/PointsWriter.ts';
import { PolyMeshWriter } from '../../alembic/PolyMeshWriter.ts';
import { exactFrameRate, frameRateText, frameSampling } from '../../alembic/TimeSampling.ts';
import { XformWriter } from '../../alembic/XformWriter.ts';
import type { ExportJob, ExportObject } from '../../Exporter.ts';
import {
  collectFrame,
  type FrameContent,
  type FrameMesh,
  type FrameOptions,
  type FramePoints,
} from '../shared/collectFrame.ts';

/** Version text of the reference library whose files ours equal; no build date, so that equal shots give equal bytes. */
const LIBRARY = 'Alembic 1.8.12';

export interface AlembicOptions {
  readonly normals: boolean;
  readonly velocities: boolean;
  readonly fields: boolean;
  /** `auto`: materials where there are any, else groups. */
  readonly faceSets: 'auto' | 'all' | 'none';
  /** What becomes of objects that move as a whole: `baked` moves their points. */
  readonly transforms: 'kept' | 'baked';
}

/** The names one exported object has in the archive. */
export interface ObjectNames {
  /** `/name`: the transform. */
  readonly node: string;
  /** `nameShape` below it; missing for a bare transform. */
  readonly shape: string | undefined;
}

export function frameOptions(options: AlembicOptions): FrameOptions {
  const { normals, velocities, fields, transforms } = options;
  return { bakeTransforms: transforms === 'baked', normals, velocities, fields };
}

/** Legal, unique names for the job's objects, in order. */
export function archiveNames(objects: readonly ExportObject[]): ObjectNames[] {
  const used = new Set<string>();
  return objects.map((object) => {
    const node = uniqueName(object.name, used);
    return { node, shape: object.kind === 'transform' ? undefined : `${node}Shape` };
  });
}

/** Face groups that become face sets. */
export function faceSetGroups(surface: SurfaceMesh, choice: AlembicOptions['faceSets']): string[] {
  if (choice === 'none') return [];
  const named = (kind: string) => surface.groups.filter((group) => group.kind === kind).map(({ name }) => name);
  const materials = named('material');
  const sets = choice === 'all' ? [...materials, ...named('group'), ...named('object')] : materials;
  return [...new Set(sets.length === 0 ? named('group') : sets)];
}

/** Writes the whole job, frame by frame, into `sink`. Memory does not depend on the number of frames. */
export async function writeAlembicScene(
  job: ExportJob,
  options: AlembicOptions,
  sink: ByteSink,
  context: JobContext,
): Promise<Box> {
  const rate = exactFrameRate(job.framesPerSecond);
  const archive = new ArchiveWriter(sink, {
    _ai_AlembicVersion: LIBRARY,
    _ai_Application: job.application,
    _ai_Description: job.description,
    _ai_DCC_FPS: frameRateText(rate),
  });
  const sampling = archive.timeSampling(frameSampling(rate, job.firstFrame));
  const sceneBounds = boxProperty(archive.top.properties, '.childBnds', sampling);
  const names = archiveNames(job.objects);
  const nodes = job.objects.map((object, i) => new SceneNode(archive, object, names[i], sampling, options));
  const sceneBox = emptyBox();
  const frameCount = job.lastFrame - job.firstFrame + 1;
  for (let frame = job.firstFrame; frame <= job.lastFrame; frame++) {
    checkCancelled(context);
    const content = await collectFrame(job, frame, frameOptions(options));
    const box = emptyBox();
    for (const node of nodes) growBoxByBox(box, node.write(content));
    writeBox(sceneBounds, box);
    growBoxByBox(sceneBox, box);
    context.progress('write', (frame - job.firstFrame + 1) / frameCount);
  }
  for (const node of nodes) node.finish();
  archive.close();
  return sceneBox;
}

/** One exported object: a transform and the shape below it. */
class SceneNode {
  private readonly object: ExportObject;
  private readonly xform: XformWriter;
  private readonly shapeName: string | undefined;
  private readonly sampling: number;
  private readonly options: AlembicOptions;
  private mesh: PolyMeshWriter | undefined;
  private points: PointsWriter | undefined;

  constructor(
    archive: ArchiveWriter,
    object: ExportObject,
    names: ObjectNames,
    sampling: number,
    options: AlembicOptions,
  ) {
    this.object = object;
    this.options = options;
    this.sampling = sampling;
    this.shapeName = names.shape;
    this.xform = new XformWriter(archive.top, names.node, {
      sampling,
      animated: object.transform !== undefined && (options.transforms === 'kept' || object.kind === 'transform'),
    });
  }

  /** Adds the frame; returns the box of this object in the space of the scene. */
  write(content: FrameContent): Box {
    const local = this.writeShape(content);
    const matrix = content.transforms?.get(this.object);
    if (matrix === undefined) return local;
    this.xform.write(matrix, local);
    const moved = emptyBox();
    growBoxByBox(moved, local, matrix);
    return moved;
  }

  finish(): void {
    this.xform.finish();
  }

  private writeShape(content: FrameContent): Box {
    const mesh = content.meshes.find((candidate) => candidate.source === this.object);
    if (mesh !== undefined) return this.writeMesh(mesh);
    const points = content.points.find((candidate) => candidate.source === this.object);
    return points === undefined ? emptyBox() : this.writePoints(points);
  }

  private writeMesh(mesh: FrameMesh): Box {
    // The object's own surface says what every frame carries; a changing one may start empty.
    const surface = this.object.surface ?? mesh.surface;
    this.mesh ??= new PolyMeshWriter(this.xform.object, this.shapeName ?? 'shape', {
      sampling: this.sampling,
      velocities: mesh.velocities !== undefined,
      normals: mesh.normals !== undefined,
      surface,
      faceSets: faceSetGroups(surface, this.options.faceSets),
      fields: mesh.fields,
    });
    return this.mesh.write(mesh);
  }

  private writePoints(points: FramePoints): Box {
    this.points ??= new PointsWriter(this.xform.object, this.shapeName ?? 'shape', {
      sampling: this.sampling,
      velocities: points.velocities !== undefined,
      widths: points.widths !== undefined,
      fields: points.fields,
    });
    return this.points.write(points);
  }
}
