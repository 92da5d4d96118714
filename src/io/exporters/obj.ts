import { z } from 'zod';
import type { FaceGroup, SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { ExporterDefinition } from '../Exporter.ts';
import { ObjFrameWriter, objName } from './obj/ObjFrameWriter.ts';
import { compareCorners, compareFaces } from './sequence/compareSurfaces.ts';
import { exportSequence } from './sequence/exportSequence.ts';
import { readByImporter } from './sequence/readByImporter.ts';
import type { FrameContent } from './shared/collectFrame.ts';
import type { HandOffChecks } from './shared/HandOffChecks.ts';

const params = z.strictObject({
  normals: z
    .boolean()
    .default(true)
    .meta({ label: 'Normals', help: 'Writes normals that follow the deformation, if the imported mesh has normals.' }),
});

/** Wavefront OBJ, a file per frame: polygons, uvs, normals, groups, materials and vertex colours of the imported mesh. */
const obj: ExporterDefinition<z.infer<typeof params>> = {
  type: 'obj',
  label: 'Wavefront OBJ sequence',
  reference: 'Wavefront Technologies, Advanced Visualizer Manual (1995), appendix B1, object files',
  extensions: ['obj'],
  sequence: true,
  params,
  write(job, { normals }, context) {
    const writer = new ObjFrameWriter(job.application);
    return exportSequence(
      job,
      {
        extension: 'obj',
        read: readByImporter('obj'),
        holds: 'surfaces',
        options: { normals, velocities: false, fields: false },
        encode: (content) => writer.encode(content),
        isEmpty: (content) => content.meshes.every(({ surface }) => surface.faceOffsets.length <= 1),
        positions: (content) => content.meshes.map(({ positions }) => positions),
        compare({ surface }, content, checks) {
          compareFaces(surface, content, checks);
          compareCorners('uvs', surface.uvs, content, (mesh) => mesh.surface.uvs, checks);
          compareCorners('normals', surface.normals, content, (mesh) => mesh.normals, checks);
          compareGroups(surface, content, checks);
        },
      },
      context,
    );
  },
};

export default obj;

const GROUP_LABELS = { group: 'groups', material: 'materials', smoothing: 'smoothing groups' } as const;

/** Groups and materials with their faces, over all meshes of the frame. */
function compareGroups(found: SurfaceMesh, content: FrameContent, checks: HandOffChecks): void {
  for (const kind of ['group', 'material', 'smoothing'] as const) {
    const expected = groupsOf(content, kind);
    const written = new Map<string, readonly number[]>();
    for (const group of found.groups) if (group.kind === kind) written.set(group.name, [...group.faces]);
    checks.equal(GROUP_LABELS[kind], written.size, expected.size, { frame: content.frame });
    for (const [name, faces] of expected) {
      const place = { frame: content.frame, object: `${kind} ${name}` };
      checks.arrays(
        `faces of ${kind}s`,
        written.get(name) ?? [],
        [...faces].sort((a, b) => a - b),
        0,
        place,
      );
    }
  }
}

function groupsOf(content: FrameContent, kind: FaceGroup['kind']): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>();
  let firstFace = 0;
  for (const { surface } of content.meshes) {
    for (const group of surface.groups) {
      if (group.kind !== kind || group.faces.length === 0) continue;
      const name = objName(group.name);
      const faces = groups.get(name) ?? new Set<number>();
      for (const face of group.faces) faces.add(face + firstFace);
      groups.set(name, faces);
    }
    firstFace += surface.faceOffsets.length - 1;
  }
  return groups;
}
