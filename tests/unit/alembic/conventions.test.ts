import { expect, it } from 'vitest';
import { ArchiveReader, type CompoundReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { FileSource } from '../../../src/io/alembic/ByteSource.ts';
import { PointsWriter } from '../../../src/io/alembic/PointsWriter.ts';
import { PolyMeshWriter } from '../../../src/io/alembic/PolyMeshWriter.ts';
import { XformWriter } from '../../../src/io/alembic/XformWriter.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { smallSurface, writeAndOpen } from './archiveFixtures.ts';

/** Extents that depend on what is stored, not on the schema. */
const FREE_EXTENT = new Set(['.xform/.ops', '.xform/.vals']);

/** Kind, type, extent and metadata of every property, by its path below the object. */
function propertyFacts(schema: string, compound: CompoundReader, path: string, into: Map<string, string>): void {
  for (const { header } of compound.properties.values()) {
    const place = `${path}${header.name}`;
    const metadata = [...header.metadata]
      .filter(([key]) => key !== 'sourceName')
      .map(([key, value]) => `${key}=${value}`);
    const extent = FREE_EXTENT.has(place) ? '*' : header.data.extent;
    into.set(`${schema} ${place}`, `${header.kind} ${header.data.type} ${extent} ${metadata.join(';')}`);
  }
  for (const inner of compound.compounds.values()) {
    if (inner.name === '.arbGeomParams' || inner.name === '.userProperties') continue;
    propertyFacts(schema, inner, `${path}${inner.name}/`, into);
  }
}

function factsOf(archive: ArchiveReader): Map<string, string> {
  const facts = new Map<string, string>();
  for (const object of archive.objects()) {
    const schema = object.metadata.get('schema') ?? '';
    facts.set(`${schema} object`, [...object.metadata].map(([key, value]) => `${key}=${value}`).join(';'));
    for (const compound of object.properties.compounds.values()) {
      facts.set(
        `${schema} ${compound.name}`,
        [...compound.metadata].map(([key, value]) => `${key}=${value}`).join(';'),
      );
    }
    propertyFacts(schema, object.properties, '', facts);
  }
  return facts;
}

describeWithData('what we write', () => {
  it('is named, typed and annotated as Maya, Houdini and 3ds Max do it', () => {
    const surface = smallSurface();
    const { archive } = writeAndOpen((writer) => {
      const xform = new XformWriter(writer.top, 'node', { sampling: 0, animated: true });
      const options = { sampling: 0, velocities: true, normals: true, surface, faceSets: ['red'] };
      const mesh = new PolyMeshWriter(xform.object, 'nodeShape', options);
      const positions = Float32Array.from(surface.positions);
      const normals = { size: 3, values: Float32Array.of(0, 0, 1), indices: new Int32Array(10) };
      xform.write(new Float64Array(16), mesh.write({ positions, surface, velocities: positions, normals }));
      xform.finish();
      new PointsWriter(writer.top, 'dust', { sampling: 0, velocities: true, widths: false }).write({
        positions,
        velocities: positions,
      });
    });
    const theirs = new Map<string, Set<string>>();
    for (const name of [
      'animatedCube',
      'velocityCube',
      'groupedPlane',
      'points',
      'sphereWithShadingGroups',
      'cubes_normals',
    ]) {
      const other = new ArchiveReader(new FileSource(testDataPath(`D_alembic/${name}.abc`)));
      for (const [key, fact] of factsOf(other)) theirs.set(key, (theirs.get(key) ?? new Set()).add(fact));
      other.close();
    }
    let compared = 0;
    for (const [key, fact] of factsOf(archive)) {
      const known = theirs.get(key);
      if (known === undefined) continue;
      expect([...known], key).toContain(fact);
      compared++;
    }
    expect(compared).toBeGreaterThan(24);
  });
});
