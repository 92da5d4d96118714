import type { ImportedMesh } from '../../Importer.ts';
import { finishVolume } from '../../reading/finishVolume.ts';
import { BinaryValues, TextValues, type ValueReader } from '../../reading/ValueReader.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { ByteScanner } from '../../text/ByteScanner.ts';
import { GmshMesh } from './GmshMesh.ts';
import { readElements2, readNodes2 } from './sections2.ts';
import { readElements4, readEntities4, readNodes4 } from './sections4.ts';

const dollar = 36;

/** Reads one MSH file, section by section. */
export class GmshReader {
  private readonly file: string;
  private readonly scanner: ByteScanner;
  private readonly warnings = new WarningList();
  private readonly mesh: GmshMesh;
  private binary = false;
  private littleEndian = true;

  constructor(file: string, bytes: Uint8Array) {
    this.file = file;
    this.scanner = new ByteScanner(bytes);
    this.mesh = new GmshMesh(file, (position) => this.placeAt(position));
  }

  read(): ImportedMesh {
    for (let section = this.nextSection(); section !== undefined; section = this.nextSection())
      this.readSection(section);
    const { positions, cells } = this.mesh;
    const placeAt = (position: number): string => this.placeAt(position);
    return finishVolume({ file: this.file, positions: positions.toArray(), cells, placeAt }, this.warnings);
  }

  private placeAt(position: number): string {
    return this.binary ? `byte ${position}` : `line ${this.scanner.lineAt(position)}`;
  }

  /** Returns the name on the next `$` line that opens a section, and moves to the line after it. */
  private nextSection(): string | undefined {
    const { scanner } = this;
    while (!scanner.atEnd) {
      const start = scanner.position;
      scanner.skipLine();
      if (scanner.bytes[start] !== dollar) continue;
      const name = scanner
        .text(start, Math.min(scanner.position, start + 64))
        .trim()
        .slice(1);
      if (!/^End/i.test(name)) return name;
    }
    return undefined;
  }

  private readSection(section: string): void {
    if (section === 'MeshFormat') this.readFormat();
    else if (section === 'PhysicalNames') this.readPhysicalNames();
    else if (section === 'NOD' || (section === 'Nodes' && this.mesh.version < 4)) this.withValues(readNodes2);
    else if (section === 'ELM' || (section === 'Elements' && this.mesh.version < 4)) this.withValues(readElements2);
    else if (section === 'Entities') this.withValues(readEntities4);
    else if (section === 'Nodes') this.withValues(readNodes4);
    else if (section === 'Elements') this.withValues(readElements4);
    else this.skipSection(section);
  }

  private readFormat(): void {
    const { scanner } = this;
    const start = scanner.position;
    const words = scanner.restOfLine().split(/\s+/);
    const version = Number(words[0]);
    if (version >= 2 && version < 3) this.mesh.version = 2;
    else if (version >= 4.1 && version < 5) this.mesh.version = 4;
    else {
      const remedy = 'Save it as MSH 4.1 or 2.2 (Gmsh: File, Save As, or -format msh41).';
      throw this.mesh.error('format-unsupported', `MSH version '${words[0].slice(0, 20)}' is not read`, start, remedy);
    }
    this.binary = words[1] === '1';
    if (words[2] !== '8' && this.binary) {
      throw this.mesh.error(
        'format-unsupported',
        `numbers of ${words[2]} bytes are not read`,
        start,
        'Save it with 8 bytes.',
      );
    }
    if (!this.binary) return;
    const { bytes, position } = scanner;
    if (position + 4 > bytes.length) throw this.mesh.error('format-truncated', 'the file ends in its header', position);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.littleEndian = view.getInt32(position, true) === 1;
    if (!this.littleEndian && view.getInt32(position, false) !== 1) {
      throw this.mesh.error('format-malformed', 'the byte order mark is neither', position);
    }
    scanner.position = position + 4;
  }

  /** Reads lines of `dimension tag "name"`, after their count. */
  private readPhysicalNames(): void {
    const { scanner } = this;
    scanner.skipLine();
    while (!scanner.atEnd) {
      const start = scanner.position;
      const line = scanner.restOfLine();
      const match = /^(\d+)\s+(-?\d+)\s+"(.*)"$/.exec(line);
      if (match === null) {
        scanner.position = start;
        return;
      }
      this.mesh.note(this.mesh.physicalNames, `${match[1]} ${Number(match[2])}`, match[3]);
    }
  }

  private withValues(read: (mesh: GmshMesh, values: ValueReader, scanner: ByteScanner) => void): void {
    const { scanner, file } = this;
    const values = this.binary
      ? new BinaryValues(file, scanner.bytes, scanner.position, this.littleEndian)
      : new TextValues(file, scanner.bytes, scanner.position);
    read(this.mesh, values, scanner);
    scanner.position = values.position;
  }

  /** Searches for the end line, since the section may be binary. */
  private skipSection(section: string): void {
    const { scanner } = this;
    const { bytes } = scanner;
    const end = new TextEncoder().encode(`$End${section}`);
    for (let at = bytes.indexOf(end[0], scanner.position); at >= 0; at = bytes.indexOf(end[0], at + 1)) {
      let matched = 1;
      while (matched < end.length && bytes[at + matched] === end[matched]) matched++;
      if (matched < end.length) continue;
      scanner.position = at;
      return;
    }
    scanner.position = bytes.length;
  }
}
