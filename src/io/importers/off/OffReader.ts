import { CoreError, type ErrorCode } from '../../../base/errors.ts';
import type { CornerAttribute, VertexAttribute } from '../../../geometry/TriMesh.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { finishSurface } from '../../reading/finishSurface.ts';
import { meshName } from '../../reading/meshName.ts';
import { MOST_FACES, MOST_VERTICES, requireBudget } from '../../reading/meshBudget.ts';
import { uint32List } from '../../reading/NumberList.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';

const unreadable = 0xffffffff;
/** Smallest size of a vertex (`0 0 0\n`) and of a face (`0\n`), bytes. */
const leastVertexBytes = 6;
const leastFaceBytes = 2;

/** Header of an OFF file: the values of each vertex, and the position of the counts. */
export interface OffHeader {
  readonly uvs: boolean;
  readonly colours: boolean;
  readonly normals: boolean;
  readonly fourDimensional: boolean;
  readonly anyDimension: boolean;
  readonly binary: boolean;
  /** First byte after the keyword. */
  readonly end: number;
}

/** Parses the keyword line (`[ST][C][N][4][n]OFF [BINARY]`); returns undefined when the first token is something else. */
export function offHeader(bytes: Uint8Array): OffHeader | undefined {
  const scanner = new ByteScanner(bytes, 0, { comment: '#' });
  if (!scanner.skipToToken()) return undefined;
  const start = scanner.position;
  // Some writers put the counts right behind the keyword, without a blank.
  const match = /^(ST)?(C)?(N)?(4)?(n)?OFF(?=\d|\s|$)/.exec(scanner.text(start, Math.min(start + 16, bytes.length)));
  if (match === null) return undefined;
  scanner.position = start + match[0].length;
  const end = scanner.position;
  const binary = scanner.skipBlanks() && scanner.word() === 'BINARY';
  const [, uvs, colours, normals, four, any] = match.map((part) => part !== undefined);
  return {
    uvs,
    colours,
    normals,
    fourDimensional: four,
    anyDimension: any,
    binary,
    end: binary ? scanner.position : end,
  };
}

const plainHeader: OffHeader = {
  uvs: false,
  colours: false,
  normals: false,
  fourDimensional: false,
  anyDimension: false,
  binary: false,
  end: 0,
};

/** Reads one OFF file: vertices by line, faces by line, colours of faces skipped. */
export class OffReader {
  private readonly file: string;
  private readonly scanner: ByteScanner;
  private readonly header: OffHeader;
  private readonly warnings = new WarningList();
  private readonly vertexPlaces = uint32List();
  private readonly facePlaces = uint32List();

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    // The keyword may be missing: the file then starts with the counts.
    this.header = offHeader(bytes) ?? plainHeader;
    this.scanner = new ByteScanner(bytes, this.header.end, { comment: '#' });
  }

  read(): ImportedMesh {
    const { header, scanner } = this;
    if (header.binary || header.fourDimensional || header.anyDimension) {
      const what = header.binary ? 'binary OFF' : 'OFF with other than three coordinates';
      throw this.error('format-unsupported', `${what} is not read`, 'Export it as text OFF with three coordinates.');
    }
    const { vertexCount, faceCount } = this.readCounts();
    const vertices = this.readVertices(vertexCount);
    const { faceOffsets, faceVertices } = this.readFaces(faceCount);
    const lineOf = (position: number): string => `line ${scanner.lineAt(position)}`;
    const surface = finishSurface(
      {
        file: this.file,
        name: meshName(this.file),
        positions: vertices.positions,
        faceOffsets,
        faceVertices,
        groups: [],
        uvs: vertices.uvs && perVertex(vertices.uvs, 2, faceVertices),
        normals: vertices.normals && perVertex(vertices.normals, 3, faceVertices),
        vertexAttributes: vertices.colours === undefined ? [] : [vertices.colours],
        placeOfFace: (face) => lineOf(this.facePlaces.get(face)),
        placeOfVertex: (vertex) => lineOf(this.vertexPlaces.get(vertex)),
      },
      this.warnings,
    );
    return { surface, warnings: this.warnings.sentences() };
  }

  /** Reads `vertices faces [edges]`; the edge count is often wrong or missing and never used. */
  private readCounts(): { vertexCount: number; faceCount: number } {
    const { scanner } = this;
    const vertexCount = this.readCount('vertices');
    const faceCount = this.readCount('faces');
    scanner.skipLine();
    const room = scanner.bytes.length - scanner.position + 1;
    if (leastVertexBytes * vertexCount + leastFaceBytes * faceCount > room) {
      const counts = `${vertexCount} vertices and ${faceCount} faces`;
      throw this.error('format-truncated', `the header names ${counts}, more than the file holds`, 'Export it again.');
    }
    requireBudget(vertexCount, MOST_VERTICES, 'vertices', this.file);
    requireBudget(faceCount, MOST_FACES, 'faces', this.file);
    return { vertexCount, faceCount };
  }

  private readCount(what: string): number {
    const { scanner } = this;
    const count = scanner.skipToToken() ? scanner.integer() : Number.NaN;
    if (count >= 0 && count <= 0xffffffff) return count;
    throw this.error('format-malformed', `the number of ${what} is missing`, 'Export the file again.');
  }

  private readVertices(count: number) {
    const { scanner, header } = this;
    const positions = new Float64Array(3 * count);
    const normals = header.normals ? new Float32Array(3 * count) : undefined;
    const uvs = header.uvs ? new Float32Array(2 * count) : undefined;
    const colours = header.colours ? new Float32Array(4 * count).fill(1) : undefined;
    let withAlpha = false;
    for (let vertex = 0; vertex < count; vertex++) {
      if (!scanner.skipToToken()) throw this.ended(`vertex ${vertex + 1} of ${count}`);
      this.vertexPlaces.push(scanner.position);
      for (let axis = 0; axis < 3; axis++) {
        positions[3 * vertex + axis] = scanner.skipBlanks() ? scanner.number() : Number.NaN;
      }
      if (normals !== undefined) this.readNumbers(normals, 3 * vertex, 3);
      if (colours !== undefined) withAlpha = this.readColour(colours, vertex) === 4 || withAlpha;
      if (uvs !== undefined) this.readNumbers(uvs, 2 * vertex, 2);
      if (scanner.skipBlanks() && colours === undefined) {
        this.warnings.add('vertices with further values', () => `line ${scanner.lineAt()}: further values skipped`);
      }
      scanner.skipLine();
    }
    return { positions, normals, uvs, colours: colours && colourAttribute(colours, withAlpha) };
  }

  private readNumbers(target: Float32Array, start: number, count: number): void {
    for (let at = 0; at < count; at++) {
      const value = this.scanner.skipBlanks() ? this.scanner.number() : 0;
      target[start + at] = Number.isFinite(value) ? value : 0;
    }
  }

  /** Reads three or four numbers; leaves the uvs that may follow. */
  private readColour(colours: Float32Array, vertex: number): number {
    const { scanner } = this;
    const most = Math.min(4, this.header.uvs ? this.valuesLeft() - 2 : 4);
    let channel = 0;
    while (channel < most && scanner.skipBlanks()) {
      const value = scanner.number();
      colours[4 * vertex + channel++] = Number.isFinite(value) ? value : 0;
    }
    return channel;
  }

  private valuesLeft(): number {
    const { scanner } = this;
    const start = scanner.position;
    let count = 0;
    while (scanner.skipBlanks()) {
      scanner.skipToken();
      count++;
    }
    scanner.position = start;
    return count;
  }

  private readFaces(count: number) {
    const { scanner } = this;
    const faceOffsets = new Uint32Array(count + 1);
    const faceVertices = uint32List(Math.max(16, Math.min(4 * count, 1 << 20)));
    for (let face = 0; face < count; face++) {
      if (!scanner.skipToToken()) throw this.ended(`face ${face + 1} of ${count}`);
      this.facePlaces.push(scanner.position);
      const corners = scanner.integer();
      for (let corner = 0; corner < corners; corner++) {
        // A line too short makes the face unusable, not the file.
        if (!scanner.skipBlanks()) {
          faceVertices.push(unreadable);
          break;
        }
        const vertex = scanner.integer();
        faceVertices.push(vertex >= 0 && vertex < unreadable ? vertex : unreadable);
      }
      faceOffsets[face + 1] = faceVertices.length;
      scanner.skipLine();
    }
    return { faceOffsets, faceVertices: faceVertices.toArray() };
  }

  private ended(missing: string): CoreError {
    return this.error('format-truncated', `the file ends before ${missing}`, 'Copy or export the file again.');
  }

  private error(code: ErrorCode, message: string, remedy: string): CoreError {
    return new CoreError(code, message, { file: this.file, place: `line ${this.scanner.lineAt()}`, remedy });
  }
}

/** Scales colours: they range to 255 or to 1, which the largest one in the file decides. Alpha is 1 where there is none. */
function colourAttribute(colours: Float32Array, withAlpha: boolean): VertexAttribute {
  const whole = colours.some((value) => value > 1);
  const scaled = whole ? colours.map((value, at) => (at % 4 === 3 && !withAlpha ? value : value / 255)) : colours;
  if (withAlpha) return { name: 'color', size: 4, values: scaled };
  return { name: 'color', size: 3, values: scaled.filter((_, at) => at % 4 !== 3) };
}

function perVertex(values: Float32Array, size: number, faceVertices: Uint32Array): CornerAttribute {
  const count = values.length / size;
  return { size, values, indices: Int32Array.from(faceVertices, (vertex) => (vertex < count ? vertex : -1)) };
}
