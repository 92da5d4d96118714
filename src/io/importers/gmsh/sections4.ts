import type { ValueReader } from '../../reading/ValueReader.ts';
import type { GmshMesh } from './GmshMesh.ts';

/** Reads `$Entities` of version 4.1: stores the first physical group of each geometric entity. */
export function readEntities4(mesh: GmshMesh, values: ValueReader): void {
  const counts = [0, 1, 2, 3].map(() => values.next('uint64'));
  counts.forEach((count, dimension) => {
    for (let entity = 0; entity < count; entity++) {
      const tag = values.next('int32');
      // A point or a bounding box.
      for (let number = 0; number < (dimension === 0 ? 3 : 6); number++) values.next('float64');
      const physicals = values.next('uint64');
      for (let at = 0; at < physicals; at++) {
        const physical = values.next('int32');
        if (at === 0) mesh.note(mesh.physicalOfEntity, `${dimension} ${tag}`, Math.abs(physical));
      }
      const bounding = dimension === 0 ? 0 : values.next('uint64');
      for (let at = 0; at < bounding; at++) values.next('int32');
    }
  });
}

/** Reads `$Nodes` of version 4.1: blocks of node numbers followed by their coordinates. */
export function readNodes4(mesh: GmshMesh, values: ValueReader): void {
  const blocks = values.next('uint64');
  for (let header = 0; header < 3; header++) values.next('uint64');
  for (let block = 0; block < blocks; block++) {
    const place = values.position;
    const dimension = values.next('int32');
    values.next('int32');
    const parametric = values.next('int32') !== 0;
    const count = values.next('uint64');
    if (!(count >= 0 && count <= values.room('uint64'))) {
      throw mesh.error('format-truncated', `a block of ${count} nodes is more than the file holds`, place);
    }
    for (let node = 0; node < count; node++) mesh.nodes.add(values.next('uint64'));
    const parameters = parametric ? Math.min(Math.max(dimension, 0), 3) : 0;
    for (let node = 0; node < count; node++) {
      for (let axis = 0; axis < 3; axis++) mesh.positions.push(values.next('float64'));
      for (let parameter = 0; parameter < parameters; parameter++) values.next('float64');
    }
  }
}

/** Reads `$Elements` of version 4.1: blocks of one entity and type; number and nodes for each element. */
export function readElements4(mesh: GmshMesh, values: ValueReader): void {
  const blocks = values.next('uint64');
  for (let header = 0; header < 3; header++) values.next('uint64');
  for (let block = 0; block < blocks; block++) {
    const place = values.position;
    const dimension = values.next('int32');
    const entity = values.next('int32');
    const { kind, nodes, corners } = mesh.elementType(values.next('int32'), place);
    const count = values.next('uint64');
    const physical = mesh.physicalOfEntity.get(`${dimension} ${entity}`) ?? 0;
    const region = kind === 'ignored' ? 0 : mesh.region(dimension, physical);
    for (let element = 0; element < count; element++) {
      const start = values.position;
      values.next('uint64');
      const vertices: number[] = [];
      for (let node = 0; node < nodes; node++) {
        const number = values.next('uint64');
        if (node < corners) vertices.push(mesh.nodes.indexOf(number));
      }
      mesh.cells.add(kind, vertices, corners, region, start);
    }
    if (nodes > corners) mesh.cells.countCurved(kind, count);
  }
}
