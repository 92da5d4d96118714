import { checkCancelled, type JobContext } from '../../../base/job.ts';
import { ArchiveReader, type ArchiveObject } from '../../alembic/ArchiveReader.ts';
import type { ByteSource } from '../../alembic/ByteSource.ts';
import { emptyBox, growBox } from '../../alembic/BoundsProperty.ts';
import { uniqueName } from '../../alembic/objectNames.ts';
import { PointsReader } from '../../alembic/PointsReader.ts';
import { PolyMeshReader } from '../../alembic/PolyMeshReader.ts';
import { exactFrameRate, frameRateText, sampleTime } from '../../alembic/TimeSampling.ts';
import { XformReader } from '../../alembic/XformReader.ts';
import { fieldNames } from '../../alembic/FieldWriter.ts';
import type { GeometryParameterReader } from '../../alembic/GeometryParameterReader.ts';
import type { ExportField, ExportJob, ExportObject } from '../../Exporter.ts';
import { cornerValues } from '../sequence/compareSurfaces.ts';
import { collectFrame, type FrameMesh, type FramePoints } from '../shared/collectFrame.ts';
import { pointPositions, pointVelocities, type CheckPlace, type HandOffChecks } from '../shared/HandOffChecks.ts';
import { archiveNames, faceSetGroups, frameOptions, type AlembicOptions, type ObjectNames } from './AlembicScene.ts';

/** Readers take times as equal within 1e-5 s; ours are far closer. Seconds. */
const TIME_TOLERANCE = 1e-9;

/** Reopens a written archive and compares everything in it with the job. */
export async function verifyAlembicScene(
  job: ExportJob,
  options: AlembicOptions,
  source: ByteSource,
  checks: HandOffChecks,
  context: JobContext,
): Promise<void> {
  const archive = new ArchiveReader(source);
  const rate = exactFrameRate(job.framesPerSecond);
  checks.equal('frame rate', archive.metadata.get('_ai_DCC_FPS'), frameRateText(rate), {});
  const names = archiveNames(job.objects);
  checks.equal('objects', archive.top.children.length, job.objects.length, {});
  const objects = job.objects.map((object, i) => new ObjectCheck(archive, object, names[i], options, checks));
  const frameCount = job.lastFrame - job.firstFrame + 1;
  objects.forEach((object) => object.compareSampleCount(frameCount));
  for (let frame = job.firstFrame; frame <= job.lastFrame; frame++) {
    checkCancelled(context);
    const content = await collectFrame(job, frame, frameOptions(options));
    const index = frame - job.firstFrame;
    const seconds = (frame * rate.denominator) / rate.numerator;
    for (const object of objects) {
      object.compareTransform(content.transforms?.get(object.object), frame, index);
      const mesh = content.meshes.find((candidate) => candidate.source === object.object);
      const points = content.points.find((candidate) => candidate.source === object.object);
      if (mesh !== undefined) object.compareMesh(mesh, frame, index, seconds);
      if (points !== undefined) object.comparePoints(points, frame, index, seconds);
    }
    context.progress('verify', (index + 1) / frameCount);
  }
}

/** Compares one object of the archive with its source. */
class ObjectCheck {
  readonly object: ExportObject;
  private readonly archive: ArchiveReader;
  private readonly checks: HandOffChecks;
  private readonly options: AlembicOptions;
  private readonly xform: XformReader | undefined;
  private readonly mesh: PolyMeshReader | undefined;
  private readonly points: PointsReader | undefined;

  constructor(
    archive: ArchiveReader,
    object: ExportObject,
    names: ObjectNames,
    options: AlembicOptions,
    checks: HandOffChecks,
  ) {
    this.archive = archive;
    this.object = object;
    this.options = options;
    this.checks = checks;
    const node = archive.top.children.find((child) => child.name === names.node);
    checks.equal('transform node', node !== undefined, true, { object: object.name });
    if (node === undefined) return;
    this.xform = new XformReader(node);
    const shape = node.children.find((child) => child.name === names.shape);
    checks.equal('shape', shape !== undefined, object.kind !== 'transform', { object: object.name });
    if (shape !== undefined && object.kind === 'mesh') this.mesh = new PolyMeshReader(shape);
    if (shape !== undefined && object.kind === 'points') this.points = new PointsReader(shape);
  }

  compareSampleCount(frameCount: number): void {
    const shape = this.mesh ?? this.points;
    if (shape !== undefined) this.checks.equal('frames', shape.sampleCount, frameCount, { object: this.object.name });
  }

  compareTransform(expected: Float64Array | undefined, frame: number, index: number): void {
    if (expected === undefined || this.xform === undefined) return;
    this.checks.arrays('transforms', this.xform.matrix(index), expected, 0, this.place(frame));
  }

  compareMesh(expected: FrameMesh, frame: number, index: number, seconds: number): void {
    const { checks, mesh } = this;
    if (mesh === undefined) return;
    const place = this.place(frame);
    const found = mesh.sample(index);
    this.compareTime(mesh.sampling, index, seconds, place);
    const { surface } = expected;
    checks.equal('vertex count', found.positions.length / 3, expected.positions.length / 3, place);
    checks.equal('face count', found.faceOffsets.length, surface.faceOffsets.length, place);
    checks.arrays('positions', found.positions, expected.positions, 0, place, pointPositions);
    checks.arrays('polygons', found.faceOffsets, surface.faceOffsets, 0, place);
    checks.arrays('polygon corners', found.faceVertices, surface.faceVertices, 0, place);
    if (expected.velocities !== undefined) {
      checks.arrays('velocities', found.velocities ?? [], expected.velocities, 0, place, pointVelocities);
    }
    const corners = surface.faceVertices.length;
    if (surface.uvs !== undefined && mesh.has.uvs) {
      checks.arrays('uvs', cornerValues(found.uvs, corners, 2), cornerValues(surface.uvs, corners, 2), 0, place);
    }
    if (expected.normals !== undefined) {
      const normals = cornerValues(expected.normals, corners, 3);
      checks.arrays('normals', cornerValues(found.normals, corners, 3), normals, 0, place);
    }
    const taken = new Set<string>();
    // Attributes of the artist's mesh have their names first.
    for (const name of mesh.attributes.slice(0, mesh.attributes.length - expected.fields.length)) taken.add(name);
    this.compareFields(expected.fields, (name) => mesh.attribute(name), index, taken, place);
    this.compareBounds(found.bounds, found.positions, place);
    this.compareFaceSets(mesh.object, expected, index, place);
  }

  comparePoints(expected: FramePoints, frame: number, index: number, seconds: number): void {
    const { checks, points } = this;
    if (points === undefined) return;
    const place = this.place(frame);
    const found = points.sample(index);
    this.compareTime(points.sampling, index, seconds, place);
    checks.arrays('positions', found.positions, expected.positions, 0, place, pointPositions);
    if (expected.velocities !== undefined) {
      checks.arrays('velocities', found.velocities ?? [], expected.velocities, 0, place, pointVelocities);
    }
    if (expected.widths !== undefined)
      checks.arrays('widths', found.widths ?? [], expected.widths, 0, place, { unit: 'length', size: 1 });
    this.compareFields(expected.fields, (name) => points.attribute(name), index, new Set(), place);
    const same = expected.ids === undefined || expected.ids.every((id, i) => id === found.ids[i]);
    checks.equal('ids', same && found.ids.length === expected.positions.length / 3, true, place);
    this.compareBounds(found.bounds, found.positions, place);
  }

  private compareFields(
    fields: readonly ExportField[],
    find: (name: string) => GeometryParameterReader | undefined,
    index: number,
    taken: Set<string>,
    place: CheckPlace,
  ): void {
    const names = fieldNames(fields, taken);
    fields.forEach(({ size, values }, k) => {
      const parameter = find(names[k]);
      this.checks.equal('numbers of a field', parameter?.extent, size, place);
      this.checks.arrays('fields', parameter?.sample(index).values ?? [], values, 0, {
        ...place,
        object: `${this.object.name}, ${names[k]}`,
      });
    });
  }

  private place(frame: number): CheckPlace {
    return { frame, object: this.object.name };
  }

  private compareTime(sampling: number, index: number, seconds: number, place: CheckPlace): void {
    const found = sampleTime(this.archive.samplings[sampling], index);
    this.checks.within('sample times', Math.abs(found - seconds), TIME_TOLERANCE * (1 + Math.abs(seconds)), place, {
      unit: 's',
    });
  }

  private compareBounds(found: Float64Array, positions: Float32Array, place: CheckPlace): void {
    const box = emptyBox();
    growBox(box, positions);
    this.checks.arrays('bounds', found, box, 0, place, { unit: 'length', size: 6 });
  }

  private compareFaceSets(shape: ArchiveObject, expected: FrameMesh, index: number, place: CheckPlace): void {
    const { checks, mesh, object } = this;
    const names = faceSetGroups(object.surface ?? expected.surface, this.options.faceSets);
    checks.equal('face sets', shape.children.length, names.length, place);
    const used = new Set<string>();
    const found = new Map(mesh?.faceSets(index).map(({ name, faces }) => [name, faces]));
    for (const group of names) {
      const faces = expected.surface.groups.filter(({ name, kind }) => name === group && kind !== 'smoothing');
      const merged = [...new Set(faces.flatMap((one) => [...one.faces]))].sort((a, b) => a - b);
      checks.arrays('faces of face sets', found.get(uniqueName(group, used)) ?? [], merged, 0, {
        ...place,
        object: `${object.name}, ${group}`,
      });
    }
  }
}
