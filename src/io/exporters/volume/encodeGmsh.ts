import type { FrameContent, FrameVolume } from '../shared/collectFrame.ts';
import { BinaryText } from './BinaryText.ts';
import { cellRuns, cellVertices, type FileShape } from './cellRuns.ts';
import { mergedFields } from './mergedFields.ts';
import { mergedVolume } from './mergedVolume.ts';

const GMSH_TYPES: Readonly<Record<FileShape, number>> = { tet: 4, hex: 5, prism: 6, pyramid: 7, tet10: 11 };

function writeHead(out: BinaryText, version: string, volumes: readonly FrameVolume[]): void {
  out.text(`$MeshFormat\n${version} 1 8\n`);
  out.binary(4, (view) => {
    view.setInt32(0, 1, true);
  });
  out.text('\n$EndMeshFormat\n');
  const names = volumes.map(({ name }, i) => `3 ${i + 1} "${name.replace(/["\r\n]/g, '_')}"\n`);
  out.text(`$PhysicalNames\n${names.length}\n${names.join('')}$EndPhysicalNames\n`);
}

/** 64-bit unsigned number below 2^53. */
function setSize(view: DataView, at: number, value: number): void {
  view.setUint32(at, value >>> 0, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

/** A frame as Gmsh MSH 2.2, binary: one physical volume per object. */
export function encodeGmsh2(content: FrameContent): Uint8Array {
  const volume = mergedVolume(content);
  const { positions, cells, cellSize } = volume;
  const vertexCount = positions.length / 3;
  const cellCount = cells.length / cellSize;
  const out = new BinaryText();
  writeHead(out, '2.2', content.volumes);
  out.text(`$Nodes\n${vertexCount}\n`);
  out.binary(28 * vertexCount, (view) => {
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      view.setInt32(28 * vertex, vertex + 1, true);
      for (let k = 0; k < 3; k++) view.setFloat64(28 * vertex + 4 + 8 * k, positions[3 * vertex + k], true);
    }
  });
  out.text(`\n$EndNodes\n$Elements\n${cellCount}\n`);
  for (const { object, shape, size, first, end } of cellRuns(content, volume)) {
    const stride = 4 * (3 + size);
    out.binary(12 + stride * (end - first), (view) => {
      [GMSH_TYPES[shape], end - first, 2].forEach((value, i) => {
        view.setInt32(4 * i, value, true);
      });
      for (let cell = first; cell < end; cell++) {
        const at = 12 + stride * (cell - first);
        [cell + 1, object + 1, object + 1].forEach((value, k) => {
          view.setInt32(at + 4 * k, value, true);
        });
        cellVertices(volume, shape, cell).forEach((vertex, k) => {
          view.setInt32(at + 12 + 4 * k, vertex + 1, true);
        });
      }
    });
  }
  out.text('\n$EndElements\n');
  writeFields(out, content);
  return out.bytes();
}

/** A frame as Gmsh MSH 4.1, binary: one volume entity with a physical group per object. */
export function encodeGmsh4(content: FrameContent): Uint8Array {
  const { volumes } = content;
  const out = new BinaryText();
  writeHead(out, '4.1', volumes);
  writeEntities(out, volumes);
  writeNodes(out, volumes);
  writeElements(out, content);
  writeFields(out, content);
  return out.bytes();
}

/** Numbers of a value that Gmsh knows: scalars, vectors and tensors. */
const VALUE_SIZES: readonly number[] = [1, 3, 9];

/** Fields of nodes and elements, numbered as these, at time step `frame`; the same in both versions. Values of other sizes than Gmsh knows are left out. */
function writeFields(out: BinaryText, { volumes, frame }: FrameContent): void {
  const { vertices, elements } = mergedFields(volumes, []);
  for (const [section, fields] of [
    ['NodeData', vertices],
    ['ElementData', elements],
  ] as const) {
    for (const { name, size, values } of fields) {
      if (!VALUE_SIZES.includes(size)) continue;
      const count = values.length / size;
      const stride = 4 + 8 * size;
      out.text(`$${section}\n1\n"${name}"\n1\n0\n3\n${frame}\n${size}\n${count}\n`);
      out.binary(stride * count, (view) => {
        for (let k = 0; k < count; k++) {
          view.setInt32(stride * k, k + 1, true);
          for (let c = 0; c < size; c++) view.setFloat64(stride * k + 4 + 8 * c, values[size * k + c], true);
        }
      });
      out.text(`\n$End${section}\n`);
    }
  }
}

function writeEntities(out: BinaryText, volumes: readonly FrameVolume[]): void {
  const entityBytes = 4 + 48 + 8 + 4 + 8;
  out.text('$Entities\n');
  out.binary(32 + entityBytes * volumes.length, (view) => {
    setSize(view, 24, volumes.length);
    volumes.forEach(({ positions }, object) => {
      const at = 32 + entityBytes * object;
      view.setInt32(at, object + 1, true);
      for (let axis = 0; axis < 3; axis++) {
        let low = Infinity;
        let high = -Infinity;
        for (let i = axis; i < positions.length; i += 3) {
          low = Math.min(low, positions[i]);
          high = Math.max(high, positions[i]);
        }
        view.setFloat64(at + 4 + 8 * axis, low <= high ? low : 0, true);
        view.setFloat64(at + 28 + 8 * axis, low <= high ? high : 0, true);
      }
      setSize(view, at + 52, 1);
      view.setInt32(at + 60, object + 1, true);
    });
  });
  out.text('\n$EndEntities\n');
}

function writeBlockHead(view: DataView, blocks: number, count: number): void {
  [blocks, count, count === 0 ? 0 : 1, count].forEach((value, i) => {
    setSize(view, 8 * i, value);
  });
}

function writeNodes(out: BinaryText, volumes: readonly FrameVolume[]): void {
  const vertexCount = volumes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  out.text('$Nodes\n');
  out.binary(32, (view) => {
    writeBlockHead(view, volumes.length, vertexCount);
  });
  let first = 1;
  volumes.forEach(({ positions }, object) => {
    const count = positions.length / 3;
    out.binary(20 + 32 * count, (view) => {
      [3, object + 1, 0].forEach((value, i) => {
        view.setInt32(4 * i, value, true);
      });
      setSize(view, 12, count);
      for (let i = 0; i < count; i++) setSize(view, 20 + 8 * i, first + i);
      for (let i = 0; i < 3 * count; i++) view.setFloat64(20 + 8 * count + 8 * i, positions[i], true);
    });
    first += count;
  });
  out.text('\n$EndNodes\n');
}

function writeElements(out: BinaryText, content: FrameContent): void {
  const volume = mergedVolume(content);
  const { cells, cellSize } = volume;
  const runs = cellRuns(content, volume);
  out.text('$Elements\n');
  out.binary(32, (view) => {
    writeBlockHead(view, runs.length, cells.length / cellSize);
  });
  for (const { object, shape, size, first, end } of runs) {
    const stride = 8 * (1 + size);
    out.binary(20 + stride * (end - first), (view) => {
      [3, object + 1, GMSH_TYPES[shape]].forEach((value, i) => {
        view.setInt32(4 * i, value, true);
      });
      setSize(view, 12, end - first);
      for (let cell = first; cell < end; cell++) {
        const at = 20 + stride * (cell - first);
        setSize(view, at, cell + 1);
        cellVertices(volume, shape, cell).forEach((vertex, k) => {
          setSize(view, at + 8 + 8 * k, vertex + 1);
        });
      }
    });
  }
  out.text('\n$EndElements\n');
}
