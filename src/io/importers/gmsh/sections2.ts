import { BinaryValues, type ValueReader } from '../../reading/ValueReader.ts';
import type { ByteScanner } from '../../text/ByteScanner.ts';
import type { GmshMesh } from './GmshMesh.ts';

/** Largest number of tags of an element. */
const tagLimit = 1 << 16;

/** Reads a count written as text on its own line. */
function readCount(mesh: GmshMesh, values: ValueReader, scanner: ByteScanner): number {
  const start = values.position;
  let count: number;
  if (values instanceof BinaryValues) {
    count = scanner.skipBlanks() ? scanner.integer() : Number.NaN;
    scanner.skipLine();
    // A line end of two bytes counts as two lines for the scanner; the table starts after both.
    if (scanner.bytes[scanner.position - 1] === 13 && scanner.bytes[scanner.position] === 10) scanner.position++;
    values.position = scanner.position;
  } else count = values.next('int32');
  if (Number.isInteger(count) && count >= 0) return count;
  throw mesh.error('format-malformed', 'the count is missing', start);
}

/** Reads `$Nodes` of version 2 and `$NOD` of version 1: number, x, y, z. */
export function readNodes2(mesh: GmshMesh, values: ValueReader, scanner: ByteScanner): void {
  const count = readCount(mesh, values, scanner);
  for (let node = 0; node < count; node++) {
    mesh.nodes.add(values.next('int32'));
    for (let axis = 0; axis < 3; axis++) mesh.positions.push(values.next('float64'));
  }
}

/** Reads `$Elements` of version 2 and `$ELM` of version 1. */
export function readElements2(mesh: GmshMesh, values: ValueReader, scanner: ByteScanner): void {
  const count = readCount(mesh, values, scanner);
  if (values instanceof BinaryValues) readBinaryElements(mesh, values, count);
  else if (mesh.version === 1) for (let element = 0; element < count; element++) readElement1(mesh, values);
  else for (let element = 0; element < count; element++) readElement2(mesh, values);
}

/** Reads number, type, tag count, tags (the first is the physical group), nodes. */
function readElement2(mesh: GmshMesh, values: ValueReader): void {
  values.next('int32');
  const place = values.position;
  const type = values.next('int32');
  const physical = readTags(mesh, values, values.next('int32'));
  addElement(mesh, values, type, physical, place);
}

/** Reads number, type, physical group, entity, node count, nodes. */
function readElement1(mesh: GmshMesh, values: ValueReader): void {
  values.next('int32');
  const place = values.position;
  const type = values.next('int32');
  const physical = values.next('int32');
  values.next('int32');
  const nodes = values.next('int32');
  if (nodes !== mesh.elementType(type, place).nodes) {
    throw mesh.error('format-malformed', `element type ${type} cannot have ${nodes} nodes`, place);
  }
  addElement(mesh, values, type, physical, place);
}

/** Reads blocks of one type: type, count, tag count; then number, tags, nodes for each. */
function readBinaryElements(mesh: GmshMesh, values: ValueReader, count: number): void {
  for (let done = 0; done < count;) {
    const place = values.position;
    const type = values.next('int32');
    const inBlock = values.next('int32');
    const tagCount = values.next('int32');
    if (inBlock < 1) throw mesh.error('format-malformed', `a block of ${inBlock} elements`, place);
    for (let element = 0; element < inBlock; element++) {
      const start = values.position;
      values.next('int32');
      const physical = readTags(mesh, values, tagCount);
      addElement(mesh, values, type, physical, start);
    }
    done += inBlock;
  }
}

function readTags(mesh: GmshMesh, values: ValueReader, count: number): number {
  if (!(count >= 0 && count <= tagLimit)) {
    throw mesh.error('format-malformed', `${count} cannot be a number of tags`, values.position);
  }
  let physical = 0;
  for (let tag = 0; tag < count; tag++) {
    const value = values.next('int32');
    if (tag === 0) physical = value;
  }
  return physical;
}

function addElement(mesh: GmshMesh, values: ValueReader, type: number, physical: number, place: number): void {
  const { kind, nodes, corners, dimension } = mesh.elementType(type, place);
  const vertices: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const number = values.next('int32');
    if (node < corners) vertices.push(mesh.nodes.indexOf(number));
  }
  if (nodes > corners) mesh.cells.countCurved(kind, 1);
  mesh.cells.add(kind, vertices, corners, kind === 'ignored' ? 0 : mesh.region(dimension, physical), place);
}
