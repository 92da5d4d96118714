import { CoreError } from '../../base/errors.ts';
import { CornerSets } from '../../geometry/CornerSets.ts';
import type { HexMesh, TetMesh } from '../../geometry/TetMesh.ts';
import type { FaceGroup, SurfaceMesh } from '../../geometry/TriMesh.ts';
import { volumeBoundary, type VolumeBoundary } from '../../geometry/volumeBoundary.ts';
import type { ImportedMesh } from '../Importer.ts';
import type { CellCollector } from './CellCollector.ts';
import { finishSurface } from './finishSurface.ts';
import { meshName } from './meshName.ts';
import { orientHexes, orientTets } from './orientCells.ts';
import type { RawVolume } from './RawVolume.ts';
import type { WarningList } from './WarningList.ts';

/**
 * Makes tetrahedra or hexahedra that are safe to use, with their boundary as surface (same vertices, outward). Inverted cells
 * are reoriented, flat ones left out, both with a warning. A file with only polygons becomes a surface.
 * Throws `format-malformed` for a vertex that does not exist, `geometry-invalid` for one without a usable position,
 * `format-unsupported` for prisms, pyramids and mixtures, `geometry-empty` when there is nothing.
 */
export function finishVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells } = raw;
  const tetCount = cells.tets.length / 4;
  const hexCount = cells.hexes.length / 8;
  refuseUnsupported(raw, tetCount, hexCount);
  if (cells.curved > 0) warnings.add('curved cells', () => `curved cells read by their corners: ${cells.curved}`);
  if (tetCount === 0 && hexCount === 0) return polygonSurface(raw, warnings);
  checkPositions(raw);
  if (hexCount > 0) return hexVolume(raw, warnings);
  return tetVolume(raw, warnings);
}

function refuseUnsupported(raw: RawVolume, tetCount: number, hexCount: number): void {
  const { file, cells } = raw;
  const remedy = 'Export it as tetrahedra only (or hexahedra only).';
  const [first] = [...cells.unsupported.values()];
  if (first !== undefined) {
    const counts = [...cells.unsupported].map(([kind, { count }]) => `${count} ${count === 1 ? kind : `${kind}s`}`);
    throw new CoreError('format-unsupported', `the mesh holds ${counts.join(' and ')}`, {
      file,
      place: raw.placeAt(first.place),
      remedy,
    });
  }
  if (tetCount === 0 || hexCount === 0) return;
  throw new CoreError('format-unsupported', `the mesh mixes ${tetCount} tetrahedra and ${hexCount} hexahedra`, {
    file,
    place: raw.placeAt(cells.hexPlaces.get(0)),
    remedy,
  });
}

function polygonSurface(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { file, positions, cells } = raw;
  const faceOffsets = cells.faceOffsets.toArray();
  const groups = regionGroups(cells, cells.faceRegions.toArray(), 'group');
  const surface = finishSurface(
    {
      file,
      name: meshName(file),
      positions,
      faceOffsets,
      faceVertices: cells.faceVertices.toArray(),
      groups,
      vertexAttributes: [],
      placeOfFace: (face) => raw.placeAt(cells.facePlaces.get(face)),
      placeOfVertex: (vertex) => `vertex ${vertex}`,
    },
    warnings,
  );
  return { surface, warnings: warnings.sentences() };
}

function checkPositions({ file, positions }: RawVolume): void {
  const bad = positions.findIndex((value) => !(Math.abs(value) <= 1e30));
  if (bad < 0) return;
  throw new CoreError('geometry-invalid', `the coordinate ${positions[bad]} is not usable`, {
    file,
    place: `vertex ${Math.floor(bad / 3)}`,
    remedy: 'Mesh the object again.',
  });
}

function checkCorners(raw: RawVolume, corners: Uint32Array, size: number, placeOf: (cell: number) => number): void {
  const vertexCount = raw.positions.length / 3;
  const bad = corners.findIndex((vertex) => vertex >= vertexCount);
  if (bad < 0) return;
  throw new CoreError('format-malformed', 'a cell names a vertex that does not exist', {
    file: raw.file,
    place: raw.placeAt(placeOf(Math.floor(bad / size))),
    remedy: 'The file is damaged: export it again.',
  });
}

function tetVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells, positions } = raw;
  const corners = cells.tets.toArray();
  checkCorners(raw, corners, 4, (tet) => cells.tetPlaces.get(tet));
  const { cells: tets, regions } = orientTets(raw, corners, cells.tetRegions.toArray(), warnings);
  const mesh: TetMesh = { positions, tets };
  const surface = boundarySurface(raw, volumeBoundary(tets, 4), regions, warnings);
  warnAboutLooseVertices(tets, positions.length / 3, 'tetrahedron', warnings);
  return { surface, tets: mesh, warnings: warnings.sentences() };
}

function hexVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells, positions } = raw;
  const corners = cells.hexes.toArray();
  checkCorners(raw, corners, 8, (hex) => cells.hexPlaces.get(hex));
  orientHexes(positions, corners, warnings);
  const mesh: HexMesh = { positions, hexes: corners };
  const surface = boundarySurface(raw, volumeBoundary(corners, 8), cells.hexRegions.toArray(), warnings);
  warnAboutLooseVertices(corners, positions.length / 3, 'hexahedron', warnings);
  return { surface, hexes: mesh, warnings: warnings.sentences() };
}

/** Returns the boundary as a surface over all vertices; cell regions become materials, named polygons of the file groups. */
function boundarySurface(
  raw: RawVolume,
  boundary: VolumeBoundary,
  cellRegions: Uint32Array,
  warnings: WarningList,
): SurfaceMesh {
  const { faceSize, faceVertices, faceCells, crowdedFaces } = boundary;
  if (crowdedFaces > 0) {
    warnings.add('crowded faces', () => `faces that belong to more than two cells: ${crowdedFaces}`);
  }
  const faceOffsets = Uint32Array.from({ length: faceCells.length + 1 }, (_, face) => faceSize * face);
  const materials = regionGroups(
    raw.cells,
    faceCells.map((cell) => cellRegions[cell]),
    'material',
  );
  const groups = regionGroups(raw.cells, regionsOfFaces(raw.cells, boundary), 'group');
  return {
    name: meshName(raw.file),
    positions: raw.positions,
    faceOffsets,
    faceVertices,
    groups: [...materials, ...groups],
    vertexAttributes: [],
  };
}

/** Returns the region of the file's own polygon at each boundary face; 0 where there is none. */
function regionsOfFaces(cells: CellCollector, { faceSize, faceVertices, faceCells }: VolumeBoundary): Uint32Array {
  const regions = new Uint32Array(faceCells.length);
  if (cells.regions.length === 1) return regions;
  const sets = new CornerSets(faceSize, faceCells.length);
  for (let face = 0; face < faceCells.length; face++) {
    sets.add(faceVertices.subarray(faceSize * face, faceSize * (face + 1)));
  }
  const corners = new Uint32Array(faceSize);
  for (let face = 0; face < cells.faceRegions.length; face++) {
    const start = cells.faceOffsets.get(face);
    if (cells.faceRegions.get(face) === 0 || cells.faceOffsets.get(face + 1) - start !== faceSize) continue;
    for (let corner = 0; corner < faceSize; corner++) corners[corner] = cells.faceVertices.get(start + corner);
    const found = sets.find(corners);
    if (found !== undefined) regions[found] = cells.faceRegions.get(face);
  }
  return regions;
}

/** Returns a group per named region, in the order of the names' first appearance. */
function regionGroups(cells: CellCollector, regions: Uint32Array, kind: FaceGroup['kind']): FaceGroup[] {
  const faces: number[][] = cells.regions.map(() => []);
  for (let face = 0; face < regions.length; face++) if (regions[face] !== 0) faces[regions[face]].push(face);
  return faces
    .map((list, region) => ({ kind, name: cells.regions[region], faces: Uint32Array.from(list) }))
    .filter((group) => group.faces.length > 0);
}

function warnAboutLooseVertices(corners: Uint32Array, vertexCount: number, cell: string, warnings: WarningList): void {
  const used = new Uint8Array(vertexCount);
  for (const vertex of corners) used[vertex] = 1;
  const loose = used.reduce((count, flag) => count - flag, vertexCount);
  if (loose > 0) warnings.add('loose vertices', () => `vertices that belong to no ${cell}: ${loose}`);
}
