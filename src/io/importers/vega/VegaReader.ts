import { CoreError } from '../../../base/errors.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { CellCollector } from '../../reading/CellCollector.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { MOST_GROUPS, MOST_MEMBERSHIPS, requireBudget } from '../../reading/meshBudget.ts';
import { float64List, type NumberList } from '../../reading/NumberList.ts';
import { VertexNumbers } from '../../reading/VertexNumbers.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import type { TextStretch } from './expandIncludes.ts';

const star = 42;

/** Meaning of the lines at the present point of the file. */
type State =
  | 'skipped'
  | 'vertex header'
  | 'vertices'
  | 'element kind'
  | 'element header'
  | 'elements'
  | 'set'
  | 'region';

/** Reads the lines of a .veg file. Numbers start at 0 or 1, as the first vertex and the first element say. */
export class VegaReader {
  private readonly file: string;
  private readonly stretches: readonly TextStretch[];
  private readonly positions = float64List();
  private readonly vertexNumbers = new VertexNumbers();
  private readonly elementNumbers = new VertexNumbers();
  private readonly cells = new CellCollector();
  private readonly warnings = new WarningList();
  private readonly sets = new Map<string, NumberList<Float64Array>>();
  private readonly regions: { readonly set: string; readonly material: string }[] = [];
  private state: State = 'skipped';
  private cornerCount: 4 | 8 = 4;
  private left = 0;
  private set = float64List(16);
  /** Scanner of the present part of the text; positions count bytes over all parts. */
  private scanner = new ByteScanner(new Uint8Array(0));
  private readonly starts: number[] = [];

  constructor(file: string, stretches: readonly TextStretch[]) {
    this.file = file;
    this.stretches = stretches;
  }

  read(): ImportedMesh {
    let start = 0;
    for (const stretch of this.stretches) {
      this.starts.push(start);
      start += stretch.bytes.length;
      this.scanner = new ByteScanner(stretch.bytes, stretch.start, { comment: '#', blanks: ',' });
      this.readLines();
    }
    if (this.left > 0) throw this.error('format-truncated', `${this.left} rows of the last table are missing`);
    this.applyRegions();
    const { file, positions, cells } = this;
    const placeAt = (position: number): string => this.placeAt(position);
    return finishVolume({ file, positions: positions.toArray(), cells, placeAt }, this.warnings);
  }

  private readLines(): void {
    const { scanner } = this;
    while (scanner.skipToToken()) {
      if (scanner.bytes[scanner.position] === star) this.openSection(scanner.restOfLine());
      else {
        this.readLine();
        scanner.skipLine();
      }
    }
  }

  private openSection(line: string): void {
    if (this.left > 0) throw this.error('format-malformed', `${this.left} rows are missing before this section`);
    const [keyword, name = ''] = line.split(/[\s,]+/);
    switch (keyword.toUpperCase()) {
      case '*VERTICES':
        this.state = 'vertex header';
        break;
      case '*ELEMENTS':
        this.state = 'element kind';
        break;
      case '*SET':
        this.set = float64List(16);
        this.sets.set(name, this.set);
        requireBudget(this.sets.size, MOST_GROUPS, 'sets', this.file);
        this.state = 'set';
        break;
      case '*REGION':
        this.state = 'region';
        break;
      default:
        this.state = 'skipped';
    }
  }

  private readLine(): void {
    switch (this.state) {
      case 'vertex header':
        this.left = this.count();
        this.state = 'vertices';
        break;
      case 'vertices':
        this.readVertex();
        break;
      case 'element kind':
        this.readElementKind();
        break;
      case 'element header':
        this.left = this.count();
        this.state = 'elements';
        break;
      case 'elements':
        this.readElement();
        break;
      case 'set':
        while (this.scanner.skipBlanks()) this.set.push(this.scanner.number());
        break;
      case 'region':
        requireBudget(this.regions.length + 1, MOST_GROUPS, 'regions', this.file);
        this.regions.push({ set: this.scanner.word(), material: this.scanner.skipBlanks() ? this.scanner.word() : '' });
        break;
      case 'skipped':
    }
  }

  private readVertex(): void {
    if (this.left === 0) return;
    this.left--;
    this.vertexNumbers.add(this.number());
    for (let axis = 0; axis < 3; axis++) this.positions.push(this.number());
  }

  private readElementKind(): void {
    const kind = this.scanner.word().toUpperCase();
    if (kind !== 'TET' && kind !== 'TETS' && kind !== 'CUBIC' && kind !== 'CUBICS') {
      throw this.error('format-unsupported', `elements of kind '${kind.slice(0, 20)}' are not read`);
    }
    this.cornerCount = kind.startsWith('TET') ? 4 : 8;
    this.state = 'element header';
  }

  private readElement(): void {
    if (this.left === 0) return;
    this.left--;
    const place = (this.starts.at(-1) ?? 0) + this.scanner.position;
    this.elementNumbers.add(this.number());
    const vertices: number[] = [];
    for (let corner = 0; corner < this.cornerCount; corner++) vertices.push(this.vertexNumbers.indexOf(this.number()));
    this.cells.add(this.cornerCount === 4 ? 'tet' : 'hex', vertices, this.cornerCount, 0, place);
  }

  /** A region gives the elements of a set a material; `allElements` needs no set. */
  private applyRegions(): void {
    const regions = this.cornerCount === 4 ? this.cells.tetRegions : this.cells.hexRegions;
    let memberships = 0;
    for (const { set, material } of this.regions) {
      const region = this.cells.region(material);
      const members = this.sets.get(set);
      memberships += members?.length ?? regions.length;
      requireBudget(memberships, MOST_MEMBERSHIPS, 'elements in all regions together', this.file);
      if (members === undefined) {
        if (set !== 'allElements') this.warnings.add('sets', () => `the region of '${material}' names an unknown set`);
        else for (let element = 0; element < regions.length; element++) regions.set(element, region);
        continue;
      }
      for (let k = 0; k < members.length; k++) {
        const element = this.elementNumbers.indexOf(members.get(k));
        if (element < regions.length) regions.set(element, region);
      }
    }
  }

  private count(): number {
    const count = this.number();
    if (Number.isInteger(count) && count >= 0) return count;
    throw this.error('format-malformed', `${count} is no count`);
  }

  private number(): number {
    const { scanner } = this;
    const value = scanner.skipBlanks() ? scanner.number() : Number.NaN;
    if (!Number.isNaN(value)) return value;
    throw this.error('format-malformed', 'a number is missing or unreadable');
  }

  private error(code: 'format-malformed' | 'format-truncated' | 'format-unsupported', message: string): CoreError {
    return new CoreError(code, message, {
      file: this.file,
      place: this.placeAt((this.starts.at(-1) ?? 0) + this.scanner.position),
      remedy: code === 'format-unsupported' ? 'Export tetrahedra.' : 'Export the file again.',
    });
  }

  private placeAt(position: number): string {
    const index = Math.max(
      0,
      this.starts.findLastIndex((start) => start <= position),
    );
    const stretch = this.stretches[index];
    const line = new ByteScanner(stretch.bytes).lineAt(position - this.starts[index]);
    return stretch.name === undefined ? `line ${line}` : `${stretch.name} line ${line}`;
  }
}
