import type { CornerAttribute, VertexAttribute } from '../../../geometry/TriMesh.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { FaceGroupRuns } from '../../reading/FaceGroupRuns.ts';
import { finishSurface } from '../../reading/finishSurface.ts';
import { meshName } from '../../reading/meshName.ts';
import { float32List, float64List, int32List, uint32List } from '../../reading/NumberList.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';

const slash = 47;
const letterV = 118;
const letterF = 102;
const unreadable = 0xffffffff;

/** Largest number of names on a `g` line; a face is in every group that the line names. */
const namesPerGroupLine = 64;

/** Known statements without data that this importer uses. */
const passedOver = new Set(['mtllib', 'mg', 'lod', 'bevel', 'c_interp', 'd_interp', 'maplib', 'usemap', 'shadow_obj']);

/** Reads an OBJ file, statement by statement. Numbers of vertices, uvs and normals start at 0 here. */
export class ObjReader {
  private readonly file: string;
  private readonly scanner: ByteScanner;
  private readonly warnings = new WarningList();
  private readonly positions = float64List(1 << 16);
  private readonly vertexPlaces = uint32List(1 << 14);
  private readonly colours = float32List(16);
  private coloured = 0;
  private readonly uvs = float32List();
  private readonly normals = float32List();
  private readonly faceOffsets = uint32List(1 << 16);
  private readonly facePlaces = uint32List(1 << 16);
  private readonly faceVertices = uint32List(1 << 16);
  private readonly cornerUvs = int32List();
  private readonly cornerNormals = int32List();
  private hasCornerUvs = false;
  private hasCornerNormals = false;
  private readonly groups = new FaceGroupRuns();

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.scanner = new ByteScanner(bytes, 0, { comment: '#', continuations: true });
    this.faceOffsets.push(0);
  }

  read(): ImportedMesh {
    const { scanner } = this;
    while (!scanner.atEnd) {
      if (scanner.skipBlanks()) this.readStatement();
      scanner.skipLine();
    }
    const surface = finishSurface(
      {
        file: this.file,
        name: meshName(this.file),
        positions: this.positions.toArray(),
        faceOffsets: this.faceOffsets.toArray(),
        faceVertices: this.faceVertices.toArray(),
        groups: this.groups.finish(this.faceCount),
        uvs: this.cornerAttribute(2, this.uvs.toArray(), this.hasCornerUvs ? this.cornerUvs.toArray() : undefined),
        normals: this.cornerAttribute(
          3,
          this.normals.toArray(),
          this.hasCornerNormals ? this.cornerNormals.toArray() : undefined,
        ),
        vertexAttributes: this.colourAttribute(),
        placeOfFace: (face) => this.place(this.facePlaces.get(face)),
        placeOfVertex: (vertex) => this.place(this.vertexPlaces.get(vertex)),
      },
      this.warnings,
    );
    return { surface, warnings: this.warnings.sentences() };
  }

  private get vertexCount(): number {
    return this.positions.length / 3;
  }

  private get faceCount(): number {
    return this.faceOffsets.length - 1;
  }

  private place(position: number): string {
    return `line ${this.scanner.lineAt(position)}`;
  }

  private readStatement(): void {
    const { scanner } = this;
    const { bytes } = scanner;
    const start = scanner.skipToken();
    const length = scanner.position - start;
    if (length === 1 && bytes[start] === letterV) this.readVertex(start);
    else if (length === 1 && bytes[start] === letterF) this.readFace(start);
    else if (length === 2 && bytes[start] === letterV) this.readVertexData(bytes[start + 1]);
    else if (length <= 16) this.readRareStatement(scanner.text(start, scanner.position), start);
    else this.warnUnknown(start);
  }

  /** Reads `v x y z`, `v x y z w` or `v x y z r g b`. */
  private readVertex(start: number): void {
    const { scanner, positions } = this;
    for (let axis = 0; axis < 3; axis++) positions.push(scanner.skipBlanks() ? scanner.number() : Number.NaN);
    this.vertexPlaces.push(start);
    if (!scanner.skipBlanks()) return;
    scanner.number();
    if (!scanner.skipBlanks()) return;
    scanner.position = this.afterPosition(start);
    this.readColour();
  }

  private afterPosition(start: number): number {
    const { scanner } = this;
    scanner.position = start + 1;
    for (let axis = 0; axis < 3; axis++) {
      scanner.skipBlanks();
      scanner.skipToken();
    }
    return scanner.position;
  }

  private readColour(): void {
    const { scanner, colours } = this;
    const vertex = this.vertexCount - 1;
    while (colours.length < 3 * vertex) colours.push(1);
    for (let channel = 0; channel < 3; channel++) {
      const value = scanner.skipBlanks() ? scanner.number() : 1;
      if (!Number.isFinite(value)) {
        this.warnings.add('colours that are no numbers', () => `${this.place(scanner.position)}: colour is no number`);
      }
      colours.push(Number.isFinite(value) ? value : 1);
    }
    this.coloured++;
  }

  /** Reads `vt u [v]` and `vn x y z`. */
  private readVertexData(kind: number): void {
    const { scanner } = this;
    const list = kind === 116 ? this.uvs : kind === 110 ? this.normals : undefined;
    if (list === undefined) return;
    const size = kind === 116 ? 2 : 3;
    for (let component = 0; component < size; component++) {
      const value = scanner.skipBlanks() ? scanner.number() : 0;
      list.push(Number.isFinite(value) ? value : 0);
    }
  }

  /** Reads `f v v v`, `f v/vt ...`, `f v//vn ...`, `f v/vt/vn ...`; indices from 1, negative ones counted from the last. */
  private readFace(start: number): void {
    const { scanner } = this;
    let corners = 0;
    while (scanner.skipBlanks()) {
      this.readCorner();
      corners++;
    }
    if (corners === 0) return;
    this.facePlaces.push(start);
    this.faceOffsets.push(this.faceVertices.length);
  }

  private readCorner(): void {
    const { scanner } = this;
    const { bytes } = scanner;
    const vertex = scanner.partialInteger();
    this.faceVertices.push(absoluteIndex(vertex, this.vertexCount) ?? unreadable);
    let uv = -1;
    let normal = -1;
    if (bytes[scanner.position] === slash) {
      scanner.position++;
      uv = absoluteIndex(scanner.partialInteger(), this.uvs.length / 2) ?? -1;
      if (bytes[scanner.position] === slash) {
        scanner.position++;
        normal = absoluteIndex(scanner.partialInteger(), this.normals.length / 3) ?? -1;
      }
    }
    const end = scanner.position;
    scanner.skipToken();
    if (scanner.position !== end || Number.isNaN(vertex))
      this.faceVertices.set(this.faceVertices.length - 1, unreadable);
    this.cornerUvs.push(uv);
    this.cornerNormals.push(normal);
    this.hasCornerUvs ||= uv >= 0;
    this.hasCornerNormals ||= normal >= 0;
  }

  private readRareStatement(keyword: string, start: number): void {
    const { scanner, groups, faceCount } = this;
    if (keyword === 'g') groups.select('group', this.words(), faceCount);
    else if (keyword === 'o') groups.select('object', nonEmpty(this.line()), faceCount);
    else if (keyword === 'usemtl') groups.select('material', nonEmpty(this.line()), faceCount);
    else if (keyword === 's') {
      const name = scanner.skipBlanks() ? scanner.word() : '';
      groups.select('smoothing', name === 'off' || name === '0' ? [] : nonEmpty(name), faceCount);
    } else if (keyword === 'l' || keyword === 'p') {
      this.warnings.add('points and lines', () => `${this.place(start)}: points and lines are skipped`);
    } else if (!passedOver.has(keyword)) this.warnUnknown(start);
  }

  private warnUnknown(start: number): void {
    this.warnings.add('unknown statements', () => `${this.place(start)}: unknown statement skipped`);
  }

  private words(): string[] {
    const words: string[] = [];
    while (words.length < namesPerGroupLine && this.scanner.skipBlanks()) words.push(this.scanner.word());
    return words;
  }

  /** Returns the rest of the line, leaving the scanner inside it. */
  private line(): string {
    const { scanner } = this;
    const text = scanner.restOfLine();
    scanner.position--;
    return text;
  }

  /** Replaces indices past the end (possible only for values that are missing) by -1. */
  private cornerAttribute(
    size: number,
    values: Float32Array,
    indices: Int32Array | undefined,
  ): CornerAttribute | undefined {
    if (indices === undefined) return undefined;
    const count = values.length / size;
    const what = size === 2 ? 'uv' : 'normal';
    for (let corner = 0; corner < indices.length; corner++) {
      if (indices[corner] < count) continue;
      indices[corner] = -1;
      this.warnings.add(`${what} indices out of range`, () => `${what} index out of range ignored`);
    }
    return { size, values, indices };
  }

  private colourAttribute(): VertexAttribute[] {
    if (this.coloured === 0) return [];
    while (this.colours.length < this.positions.length) this.colours.push(1);
    return [{ name: 'color', size: 3, values: this.colours.toArray() }];
  }
}

/** Converts OBJ's numbering (1 .. count, or -1 for the last) to numbers from 0; returns undefined for 0, NaN and out-of-range values. */
function absoluteIndex(index: number, count: number): number | undefined {
  if (index > 0 && index <= 0x7fffffff) return index - 1;
  if (index < 0 && count + index >= 0) return count + index;
  return undefined;
}

function nonEmpty(name: string): string[] {
  return name === '' ? [] : [name];
}
