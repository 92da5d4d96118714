import { CoreError } from '../../../base/errors.ts';
import type { CornerAttribute } from '../../../geometry/TriMesh.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { finishSurface } from '../../reading/finishSurface.ts';
import { meshName } from '../../reading/meshName.ts';
import { float32List, uint32List } from '../../reading/NumberList.ts';
import { BinaryValues, TextValues, type ValueReader } from '../../reading/ValueReader.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { readPlyHeader, type PlyElement, type PlyHeader, type PlyProperty } from './plyHeader.ts';
import { readListLength, skipProperty } from './plyLists.ts';
import { vertexColumns, type PlyVertices } from './plyVertices.ts';

const unreadable = 0xffffffff;
const indexLists = new Set(['vertex_indices', 'vertex_index', 'vertices']);

/** Reads a PLY file, element by element in the header's order. */
export class PlyReader {
  private readonly file: string;
  private readonly header: PlyHeader;
  private readonly values: ValueReader;
  private readonly warnings = new WarningList();
  private vertices: PlyVertices | undefined;
  private readonly faceOffsets = uint32List();
  private readonly facePlaces = uint32List();
  private readonly faceVertices = uint32List(1 << 14);
  private readonly cornerUvs = float32List(16);
  private uvCorners = 0;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.header = readPlyHeader(file, bytes);
    const { format, dataStart } = this.header;
    this.values =
      format === 'ascii'
        ? new TextValues(file, bytes, dataStart)
        : new BinaryValues(file, bytes, dataStart, format === 'binary_little_endian');
    this.faceOffsets.push(0);
  }

  read(): ImportedMesh {
    for (const element of this.header.elements) this.readElement(element);
    const faceVertices = this.faceVertices.toArray();
    const vertices = this.vertices ?? { positions: new Float64Array(0), attributes: [], places: () => 'line 1' };
    const surface = finishSurface(
      {
        file: this.file,
        name: meshName(this.file),
        positions: vertices.positions,
        faceOffsets: this.faceOffsets.toArray(),
        faceVertices,
        groups: [],
        uvs: this.wedgeUvs(faceVertices.length) ?? perVertex(vertices.uvs, 2, faceVertices),
        normals: perVertex(vertices.normals, 3, faceVertices),
        vertexAttributes: vertices.attributes,
        placeOfFace: (face) => this.placeAt(this.facePlaces.get(face)),
        placeOfVertex: vertices.places,
      },
      this.warnings,
    );
    return { surface, warnings: this.warnings.sentences() };
  }

  private placeAt(position: number): string {
    return this.values.placeAt(position);
  }

  private readElement(element: PlyElement): void {
    if (element.name === 'vertex') this.vertices = vertexColumns(element, this.values, this.file, this.warnings);
    else if (element.name === 'face') this.readFaces(element);
    else if (element.name === 'tristrips') this.readStrips(element);
    else this.skipRows(element);
  }

  private readFaces(element: PlyElement): void {
    const { values } = this;
    const indices = element.properties.find(
      (property) => indexLists.has(property.name) && property.countType !== undefined,
    );
    if (indices === undefined && element.count > 0) {
      throw this.lacksIndices('face');
    }
    this.namePassedOver(element, (property) => property === indices || property.name === 'texcoord');
    for (let face = 0; face < element.count; face++) {
      this.facePlaces.push(values.position);
      for (const property of element.properties) {
        if (property === indices) this.readCorners(property);
        else if (property.name === 'texcoord' && property.countType !== undefined) this.readWedgeUvs(property);
        else skipProperty(property, this.values, this.file);
      }
      this.faceOffsets.push(this.faceVertices.length);
    }
  }

  private lacksIndices(element: string): CoreError {
    return new CoreError('format-unsupported', `the element '${element}' has no list of vertex indices`, {
      file: this.file,
      place: 'header',
      remedy: 'Export it with the property vertex_indices.',
    });
  }

  private readCorners(property: PlyProperty): void {
    const { values, faceVertices } = this;
    const count = readListLength(property, this.values, this.file);
    for (let corner = 0; corner < count; corner++) {
      const vertex = values.next(property.type);
      faceVertices.push(vertex >= 0 && Number.isInteger(vertex) ? vertex : unreadable);
    }
  }

  /** Reads `u v` per corner of the face, as MeshLab writes them; the face's indices come before. */
  private readWedgeUvs(property: PlyProperty): void {
    const count = readListLength(property, this.values, this.file);
    const start = this.faceOffsets.get(this.faceOffsets.length - 1);
    const corners = this.faceVertices.length - start;
    const fits = count === 2 * corners;
    while (fits && this.cornerUvs.length < 2 * start) this.cornerUvs.push(0);
    for (let number = 0; number < count; number++) {
      const value = this.values.next(property.type);
      if (fits) this.cornerUvs.push(Number.isFinite(value) ? value : 0);
    }
    if (fits) this.uvCorners += corners;
  }

  private wedgeUvs(cornerCount: number): CornerAttribute | undefined {
    if (this.uvCorners === 0) return undefined;
    while (this.cornerUvs.length < 2 * cornerCount) this.cornerUvs.push(0);
    return {
      size: 2,
      values: this.cornerUvs.toArray(),
      indices: Int32Array.from({ length: cornerCount }, (_, at) => at),
    };
  }

  /** Reads triangle strips: every new vertex makes a triangle with the two before it, with alternating winding; -1 restarts. */
  private readStrips(element: PlyElement): void {
    const { values } = this;
    const isList = (property: PlyProperty) => property.countType !== undefined && indexLists.has(property.name);
    if (element.count > 0 && !element.properties.some(isList)) throw this.lacksIndices(element.name);
    this.namePassedOver(element, (property) => indexLists.has(property.name));
    for (let row = 0; row < element.count; row++) {
      for (const property of element.properties) {
        if (!isList(property)) {
          skipProperty(property, this.values, this.file);
          continue;
        }
        const count = readListLength(property, this.values, this.file);
        let length = 0;
        let before = 0;
        let last = 0;
        for (let at = 0; at < count; at++) {
          const place = values.position;
          const vertex = values.next(property.type);
          if (vertex < 0 || (property.type === 'uint32' && vertex === unreadable)) {
            length = 0;
            continue;
          }
          if (length >= 2) this.pushStripTriangle(length % 2 === 0, before, last, vertex, place);
          before = last;
          last = vertex;
          length++;
        }
      }
    }
  }

  /** Adds a strip triangle unless it has no area: strips repeat vertices to turn corners. */
  private pushStripTriangle(even: boolean, a: number, b: number, c: number, place: number): void {
    if (a === b || b === c || c === a) return;
    this.facePlaces.push(place);
    this.faceVertices.push(even ? a : b);
    this.faceVertices.push(even ? b : a);
    this.faceVertices.push(c);
    this.faceOffsets.push(this.faceVertices.length);
  }

  private skipRows(element: PlyElement): void {
    if (element.count === 0 || element.properties.length === 0) return;
    this.warnings.add('skipped', () => `element '${element.name}' skipped`);
    for (let row = 0; row < element.count; row++)
      for (const property of element.properties) skipProperty(property, this.values, this.file);
  }

  private namePassedOver(element: PlyElement, used: (property: PlyProperty) => boolean): void {
    const names = element.properties.filter((property) => !used(property)).map((property) => property.name);
    if (names.length === 0 || element.count === 0) return;
    this.warnings.add('skipped', () => `${element.name} properties skipped: ${names.slice(0, 8).join(', ')}`);
  }
}

/** Converts a value per vertex to a value per corner. */
function perVertex(
  values: Float32Array | undefined,
  size: number,
  faceVertices: Uint32Array,
): CornerAttribute | undefined {
  if (values === undefined) return undefined;
  const count = values.length / size;
  return { size, values, indices: Int32Array.from(faceVertices, (vertex) => (vertex < count ? vertex : -1)) };
}
