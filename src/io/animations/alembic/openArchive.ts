import { CoreError } from '../../../base/errors.ts';
import { ArchiveReader, type ArchiveObject } from '../../alembic/ArchiveReader.ts';
import { FileSource } from '../../alembic/ByteSource.ts';
import { archiveFrameRate } from '../../alembic/describeArchive.ts';
import { FACE_SET, POINTS, POLY_MESH, SUBDIVISION, XFORM } from '../../alembic/schemas.ts';
import { XformReader } from '../../alembic/XformReader.ts';
import type { AnimatedSource } from '../../AnimatedSource.ts';
import { requireBudget } from '../../reading/meshBudget.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { frameRateOf } from '../shared/sampleTimes.ts';
import { ArchiveMesh, ArchivePoints, type ArchiveGeometry } from './ArchiveGeometry.ts';
import { PlacedGeometry } from './PlacedGeometry.ts';
import { SampleTimes } from './SampleTimes.ts';
import { TransformNode, WorldTransform } from './WorldTransform.ts';

/** Boxes that are read when an archive is opened, of all objects together: about a tenth of a second. */
const BOXES = 4096;

/** Objects of which a few samples are read when an archive is opened, and their vertices together. */
const LOOKED_AT = 16;
const LOOKED_AT_VERTICES = 2 ** 21;
/** Largest number of meshes and clouds of points. */
const MOST_OBJECTS = 2 ** 14;

/** Opens an Alembic archive: reads the tree of objects, and of the first objects a few samples. */
export function openArchive(path: string): AnimatedSource {
  const source = new FileSource(path);
  try {
    return archiveSource(new ArchiveReader(source));
  } catch (error) {
    source.close();
    throw error;
  }
}

/** The geometry of an open archive. */
export function archiveSource(archive: ArchiveReader): AnimatedSource {
  const doubts = new WarningList();
  const found = placedGeometry(archive, doubts);
  const boxes = Math.max(2, Math.floor(BOXES / Math.max(1, found.length)));
  let vertices = 0;
  const objects = found.map((geometry, at) => {
    vertices += geometry.vertices;
    return geometry.describe(boxes, at < LOOKED_AT && vertices < LOOKED_AT_VERTICES, doubts);
  });
  const moving = objects.find(({ times }) => times.length > 1);
  return {
    header: {
      application: archive.metadata.get('_ai_Application'),
      framesPerSecond: archiveFrameRate(archive) ?? (moving && frameRateOf(moving.times)),
      objects,
      doubts: doubts.sentences(),
    },
    sample: (object, time) => found[object].sample(time),
    fingerprint: (object, from, to) => found[object].fingerprint(from, to),
    close: () => archive.close(),
  };
}

/** Visits the objects below the top, parents first, with the transforms above them. */
function placedGeometry(archive: ArchiveReader, doubts: WarningList): PlacedGeometry[] {
  const times = new SampleTimes(archive.samplings);
  const found: PlacedGeometry[] = [];
  let refused: unknown;
  const visit = (object: ArchiveObject, above: readonly TransformNode[]): void => {
    let nodes = above;
    if (object.metadata.get('schema') === XFORM.schema) {
      const reader = new XformReader(object);
      nodes = [...(reader.inherits ? above : []), new TransformNode(reader, times)];
    }
    try {
      const geometry = geometryOf(object, times, doubts);
      if (geometry !== undefined) found.push(new PlacedGeometry(geometry, new WorldTransform(nodes)));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      refused ??= error;
      doubts.add('objects that are left out', () => `${object.path} is left out: ${error.message}`);
    }
    for (const child of object.children) visit(child, nodes);
  };
  for (const object of archive.top.children) visit(object, []);
  requireBudget(found.length, MOST_OBJECTS, 'objects');
  if (found.length > 0) return found;
  if (refused !== undefined) throw refused;
  doubts.add('archives without geometry', () => 'the archive holds no meshes and no points');
  return found;
}

function geometryOf(object: ArchiveObject, times: SampleTimes, doubts: WarningList): ArchiveGeometry | undefined {
  const schema = object.metadata.get('schema') ?? '';
  const { path, properties } = object;
  if (properties.properties.has('.instanceSource')) {
    doubts.add('instances', () => `${path} is an instance of another object and is left out`);
  } else if (schema === POLY_MESH.schema) return new ArchiveMesh(object, times);
  else if (schema === POINTS.schema) return new ArchivePoints(object, times);
  else if (schema === SUBDIVISION.schema) {
    doubts.add('subdivision surfaces', () => `${path} is a subdivision surface: its cage is read`);
    return new ArchiveMesh(object, times);
  } else if (schema !== '' && schema !== XFORM.schema && schema !== FACE_SET.schema) {
    const name = schema.replace(/^AbcGeom_/, '').replace(/_v\d+$/, '');
    doubts.add('objects of other kinds', () => `${path} is left out: ${name} is neither a mesh nor points`);
  }
  return undefined;
}
