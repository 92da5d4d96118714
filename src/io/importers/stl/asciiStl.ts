import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { FaceGroupRuns } from '../../reading/FaceGroupRuns.ts';
import { float64List, uint32List } from '../../reading/NumberList.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import { textBytes } from '../../text/textBytes.ts';
import { weldedSurface } from './weldedSurface.ts';

/** Returns whether a file starts with `solid`, soon followed by `facet` or `endsolid`, without a zero byte before it. */
export function looksLikeAsciiStl(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(textBytes(bytes.subarray(0, 2048)));
  return /^\s*solid\b/i.test(start) && !start.includes('\0') && /\b(?:facet|endsolid)\b/i.test(start);
}

/** Reads a text STL: every `facet` with three `vertex` lines is a triangle; named solids become objects. */
export function readAsciiStl(file: string, bytes: Uint8Array): ImportedMesh {
  return new AsciiStlReader(file, bytes).read();
}

class AsciiStlReader {
  private readonly file: string;
  private readonly scanner: ByteScanner;
  private readonly warnings = new WarningList();
  private readonly corners = float64List();
  private readonly places = uint32List();
  private readonly solids = new FaceGroupRuns();
  private solidCount = 0;
  private cornersInFacet = 0;
  private facetStart = 0;
  private inFacet = false;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.scanner = new ByteScanner(bytes);
  }

  read(): ImportedMesh {
    const { scanner } = this;
    while (scanner.skipToToken()) {
      const start = scanner.skipToken();
      this.readStatement(scanner.text(start, Math.min(scanner.position, start + 16)).toLowerCase(), start);
      scanner.skipLine();
    }
    if (this.inFacet) {
      throw new CoreError('format-truncated', 'the file ends inside a facet', {
        file: this.file,
        place: `line ${scanner.lineAt()}`,
        remedy: 'Copy or export the file again.',
      });
    }
    const groups = this.solids.finish(this.faceCount);
    const placeOfFace = (face: number): string => `line ${scanner.lineAt(this.places.get(face))}`;
    const corners = this.corners.toArray();
    return weldedSurface(this.file, corners, this.solidCount > 1 ? groups : [], placeOfFace, this.warnings);
  }

  private get faceCount(): number {
    return this.places.length;
  }

  private readStatement(keyword: string, start: number): void {
    if (keyword === 'vertex') this.readVertex();
    else if (keyword === 'facet') this.openFacet(start);
    else if (keyword === 'endfacet') this.closeFacet();
    else if (keyword === 'solid') this.openSolid();
    else if (!/^(?:outer|endloop|endsolid|color)/.test(keyword)) {
      this.warnings.add('unknown lines', () => `line ${this.scanner.lineAt(start)}: unknown line skipped`);
    }
  }

  private openSolid(): void {
    const { scanner } = this;
    const name = scanner.skipBlanks() ? scanner.restOfLine() : '';
    // The statement's line is skipped by the caller.
    if (name !== '') scanner.position--;
    this.solidCount++;
    this.solids.select('object', [name === '' ? `solid ${this.solidCount}` : name], this.faceCount);
  }

  private openFacet(start: number): void {
    // The line that ends the one before is missing or damaged.
    this.closeFacet();
    this.inFacet = true;
    this.facetStart = start;
    this.cornersInFacet = 0;
  }

  private readVertex(): void {
    const { scanner } = this;
    this.cornersInFacet++;
    if (!this.inFacet || this.cornersInFacet > 3) {
      const line = (): string => `line ${scanner.lineAt()}: vertex beyond the third of its facet skipped`;
      this.warnings.add('surplus vertices', line);
      return;
    }
    for (let axis = 0; axis < 3; axis++) this.corners.push(scanner.skipBlanks() ? scanner.number() : Number.NaN);
  }

  private closeFacet(): void {
    if (!this.inFacet) return;
    this.inFacet = false;
    for (let missing = this.cornersInFacet; missing < 3; missing++) {
      for (let axis = 0; axis < 3; axis++) this.corners.push(Number.NaN);
    }
    this.places.push(this.facetStart);
  }
}
