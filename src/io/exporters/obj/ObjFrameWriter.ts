import type { CornerAttribute, FaceGroup, SurfaceMesh } from '../../../geometry/TriMesh.ts';
import type { FrameContent, FrameMesh } from '../shared/collectFrame.ts';
import { float32Text } from '../shared/float32Text.ts';

/** Names in OBJ end at blanks. */
export function objName(name: string): string {
  return name.trim().replace(/\s+/g, '_') || 'unnamed';
}

/** Numbers of the first vertex, uv and normal of a mesh in its file, from 1. */
interface FirstNumbers {
  readonly vertex: number;
  readonly uv: number;
  readonly normal: number;
  /** Kinds of groups that a mesh before it in the file has, in order of the kinds. */
  readonly inherited: string;
}

interface FaceText {
  readonly first: FirstNumbers;
  readonly normalIndices: Int32Array | undefined;
  readonly text: string;
}

/** Writes frames as OBJ text. Faces and uvs of constant topology are put into text once. */
export class ObjFrameWriter {
  private readonly faceTexts = new WeakMap<SurfaceMesh, FaceText>();
  private readonly uvTexts = new WeakMap<CornerAttribute, string>();
  private readonly header: string;

  constructor(application: string) {
    this.header = commentLine(application);
  }

  encode(content: FrameContent): Uint8Array {
    const parts = [this.header];
    let first: FirstNumbers = START;
    for (const mesh of content.meshes) {
      parts.push(this.meshText(mesh, first));
      first = {
        vertex: first.vertex + mesh.positions.length / 3,
        uv: first.uv + (mesh.surface.uvs === undefined ? 0 : mesh.surface.uvs.values.length / 2),
        normal: first.normal + (mesh.normals === undefined ? 0 : mesh.normals.values.length / 3),
        inherited: inheritedFrom(mesh.surface, first.inherited),
      };
    }
    return new TextEncoder().encode(parts.join(''));
  }

  private meshText(mesh: FrameMesh, first: FirstNumbers): string {
    const { surface, normals } = mesh;
    const hasObjects = surface.groups.some((group) => group.kind === 'object');
    const parts = hasObjects ? [] : [`o ${objName(mesh.name)}\n`];
    parts.push(vectorLines('v', mesh.positions, 3, colourOf(mesh)));
    if (surface.uvs !== undefined) parts.push(this.uvText(surface.uvs));
    if (normals !== undefined) parts.push(vectorLines('vn', normals.values, 3));
    parts.push(this.faceText(mesh, first));
    return parts.join('');
  }

  private uvText(uvs: CornerAttribute): string {
    const known = this.uvTexts.get(uvs);
    if (known !== undefined) return known;
    const text = vectorLines('vt', uvs.values, 2);
    this.uvTexts.set(uvs, text);
    return text;
  }

  private faceText({ surface, normals }: FrameMesh, first: FirstNumbers): string {
    const known = this.faceTexts.get(surface);
    const sameStart =
      known?.first.vertex === first.vertex &&
      known.first.uv === first.uv &&
      known.first.normal === first.normal &&
      known.first.inherited === first.inherited;
    if (known !== undefined && sameStart && known.normalIndices === normals?.indices) return known.text;
    const text = faceLines(surface, normals, first);
    this.faceTexts.set(surface, { first, normalIndices: normals?.indices, text });
    return text;
  }
}

/** A surface by itself as OBJ, its own positions to the last bit. */
export function encodeObjSurface(surface: SurfaceMesh, application: string): Uint8Array {
  const { positions, uvs, normals } = surface;
  const hasObjects = surface.groups.some((group) => group.kind === 'object');
  const parts = [
    commentLine(application),
    hasObjects ? '' : `o ${objName(surface.name)}\n`,
    vectorLines('v', positions, 3, colourOf({ surface, positions })),
    uvs === undefined ? '' : vectorLines('vt', uvs.values, 2),
    normals === undefined ? '' : vectorLines('vn', normals.values, 3),
    faceLines(surface, normals, START),
  ];
  return new TextEncoder().encode(parts.join(''));
}

function commentLine(text: string): string {
  return `# ${text.replace(/[\r\n]+/g, ' ')}\n`;
}

/** Colours per vertex stand behind the position; OBJ has room for three numbers. */
function colourOf({
  surface,
  positions,
}: {
  readonly surface: SurfaceMesh;
  readonly positions: ArrayLike<number>;
}): Float32Array | undefined {
  const found = surface.vertexAttributes.find(({ name, size }) => name === 'color' && size === 3);
  return found?.values.length === positions.length ? found.values : undefined;
}

function vectorLines(
  keyword: string,
  values: Float32Array | Float64Array,
  size: number,
  colours?: Float32Array,
): string {
  const text = values instanceof Float32Array ? float32Text : String;
  const lines: string[] = [];
  for (let i = 0; i < values.length; i += size) {
    let line = keyword;
    for (let k = 0; k < size; k++) line += ` ${text(values[i + k])}`;
    if (colours !== undefined) for (let k = 0; k < 3; k++) line += ` ${float32Text(colours[i + k])}`;
    lines.push(line);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function faceLines(surface: SurfaceMesh, normals: CornerAttribute | undefined, first: FirstNumbers): string {
  const { faceOffsets, faceVertices, uvs } = surface;
  const statements = groupStatements(surface, first.inherited);
  const lines: string[] = [];
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const changed = statements.get(face);
    if (changed !== undefined) lines.push(...changed);
    let line = 'f';
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      line += ` ${faceVertices[corner] + first.vertex}`;
      const uv = uvs !== undefined && uvs.indices[corner] >= 0 ? String(uvs.indices[corner] + first.uv) : '';
      const normal =
        normals !== undefined && normals.indices[corner] >= 0 ? normals.indices[corner] + first.normal : '';
      if (normal !== '') line += `/${uv}/${normal}`;
      else if (uv !== '') line += `/${uv}`;
    }
    lines.push(line);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const KEYWORDS: readonly (readonly [FaceGroup['kind'], string, string])[] = [
  ['object', 'o', 'o unnamed'],
  ['group', 'g', 'g'],
  ['material', 'usemtl', 'usemtl'],
  ['smoothing', 's', 's off'],
];

const START: FirstNumbers = { vertex: 1, uv: 1, normal: 1, inherited: '' };

/** Kinds of groups that are in force behind a mesh; objects are begun by every mesh. */
function inheritedFrom({ groups }: SurfaceMesh, before: string): string {
  const kinds = KEYWORDS.map(([kind]) => kind).filter((kind) => kind !== 'object');
  return kinds.filter((kind) => before.includes(kind) || groups.some((group) => group.kind === kind)).join(' ');
}

/** Returns, by face, the statements that must stand before it because its groups differ from those of the face before. */
function groupStatements(surface: SurfaceMesh, inherited: string): Map<number, string[]> {
  const statements = new Map<number, string[]>();
  const faceCount = surface.faceOffsets.length - 1;
  for (const [kind, keyword, none] of KEYWORDS) {
    const groups = surface.groups.filter((group) => group.kind === kind);
    const memberships = new Array<string>(faceCount).fill('');
    for (const { name, faces } of groups) {
      for (const face of faces) memberships[face] += ` ${objName(name)}`;
    }
    let previous = '';
    for (let face = 0; face < faceCount; face++) {
      const now = memberships[face];
      // What a mesh before it in the file began is ended: a name of nothing is not written where there is none to end.
      if (now === previous && !(face === 0 && inherited.includes(kind))) continue;
      const lines = statements.get(face) ?? [];
      lines.push(now === '' ? none : keyword + now);
      statements.set(face, lines);
      previous = now;
    }
  }
  return statements;
}
