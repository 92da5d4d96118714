import { CoreError } from '../../base/errors.ts';
import { fileCornersOfHex, hasSameCorners, numberCorners } from '../../geometry/elements/collapsedHex.ts';
import { CornerSets } from '../../geometry/CornerSets.ts';
import type { HexMesh, TetMesh } from '../../geometry/TetMesh.ts';
import type { FaceGroup, SurfaceMesh } from '../../geometry/TriMesh.ts';
import { boundaryPolygons, volumeBoundary, writeFaceKey, type VolumeBoundary } from '../../geometry/volumeBoundary.ts';
import type { ImportedMesh } from '../Importer.ts';
import type { CellCollector } from './CellCollector.ts';
import { finishSurface } from './finishSurface.ts';
import { meshName } from './meshName.ts';
import { orientHexes, orientTets, type PlacedCells } from './orientCells.ts';
import { boundaryOfQuadratic, readMidpoints } from './quadraticTets.ts';
import type { RawVolume } from './RawVolume.ts';
import type { WarningList } from './WarningList.ts';

/**
 * Makes tetrahedra or hexahedra that are safe to use, with their boundary as surface (same vertices, outward). Tetrahedra alone stay tetrahedra; in
 * mixed meshes all cells are hexahedra, prisms, pyramids and tetrahedra with coincident corners (`collapsedHex`), in the order of the file.
 * Tetrahedra of ten nodes stay quadratic where the file has no others. Inverted cells are reoriented, flat tetrahedra left out, both with a warning. A file with only polygons becomes a surface.
 * Throws `format-malformed` for a vertex that does not exist, `geometry-invalid` for one without a usable position, for cells whose coincident corners
 * make no known shape and for faces that do not match, `geometry-empty` when there is nothing.
 */
export function finishVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells } = raw;
  const isSurface = cells.tets.length === 0 && cells.hexes.length === 0;
  const curved = isSurface ? cells.curvedFaces : cells.curved;
  if (curved > 0) warnings.add('curved cells', () => `curved cells read by their corners: ${curved}`);
  if (isSurface) return polygonSurface(raw, warnings);
  checkPositions(raw);
  return cells.hexes.length > 0 ? hexVolume(raw, warnings) : tetVolume(raw, warnings);
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

/** The tetrahedra of the file, oriented, without flat ones. */
function placedTets(raw: RawVolume, warnings: WarningList): PlacedCells {
  const { cells } = raw;
  const corners = cells.tets.toArray();
  checkCorners(raw, corners, 4, (tet) => cells.tetPlaces.get(tet));
  if (cells.tetNodes.length === 6 * (corners.length / 4)) {
    checkCorners(raw, cells.tetNodes.toArray(), 6, (tet) => cells.tetPlaces.get(tet));
  }
  const midpoints = readMidpoints(raw, corners, warnings);
  const placed = { cells: corners, regions: cells.tetRegions.toArray(), places: cells.tetPlaces.toArray() };
  return orientTets(raw, midpoints === undefined ? placed : { ...placed, midpoints }, warnings);
}

function tetVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells: tets, regions, midpoints } = placedTets(raw, warnings);
  if (tets.length === 0) {
    throw new CoreError('geometry-invalid', 'every tetrahedron is flat', {
      file: raw.file,
      place: raw.placeAt(raw.cells.tetPlaces.get(0)),
      remedy: 'Mesh the object again.',
    });
  }
  const mesh: TetMesh = { positions: raw.positions, tets, ...(midpoints !== undefined && { midpoints }) };
  const corners = volumeBoundary(tets, 4);
  const faces = midpoints === undefined ? corners : boundaryOfQuadratic(corners, tets, midpoints);
  const surface = boundarySurface(raw, corners, faces, regions, warnings);
  warnAboutLooseVertices([tets, midpoints ?? []], raw.positions.length / 3, 'tetrahedron', warnings);
  return { surface, tets: mesh, ...elementGroups(raw.cells, regions), warnings: warnings.sentences() };
}

function hexVolume(raw: RawVolume, warnings: WarningList): ImportedMesh {
  const { cells, positions } = raw;
  const corners = cells.hexes.toArray();
  checkCorners(raw, corners, 8, (hex) => cells.hexPlaces.get(hex));
  numberCoincidentCorners(raw, corners);
  orientHexes(positions, corners, warnings);
  const hexes = { cells: corners, regions: cells.hexRegions.toArray(), places: cells.hexPlaces.toArray() };
  const all = cells.tets.length === 0 ? hexes : inFileOrder(hexes, placedTets(raw, warnings));
  const mesh: HexMesh = { positions, hexes: all.cells };
  const boundary = volumeBoundary(all.cells, 8);
  refuseHangingFaces(raw, boundary, all.places);
  const surface = boundarySurface(raw, boundary, boundary, all.regions, warnings);
  warnAboutLooseVertices([all.cells], positions.length / 3, 'cell', warnings);
  return { surface, hexes: mesh, ...elementGroups(cells, all.regions), warnings: warnings.sentences() };
}

/** Numbers the corners of hexahedra with coincident ones as `collapsedHex` has them. */
function numberCoincidentCorners(raw: RawVolume, hexes: Uint32Array): void {
  for (let first = 0; first < hexes.length; first += 8) {
    if (!hasSameCorners(hexes, first, 8) || numberCorners(hexes, first)) continue;
    const count = new Set(hexes.subarray(first, first + 8)).size;
    throw new CoreError(
      'geometry-invalid',
      `a cell whose ${count} different corners are no prism, pyramid or tetrahedron`,
      {
        file: raw.file,
        place: raw.placeAt(raw.cells.hexPlaces.get(first / 8)),
        remedy: 'Mesh the object again, or export it as tetrahedra.',
      },
    );
  }
}

/** Hexahedra and tetrahedra as hexahedra, by their places in the file. */
function inFileOrder(hexes: PlacedCells, tets: PlacedCells): PlacedCells {
  const count = hexes.places.length + tets.places.length;
  const cells = new Uint32Array(8 * count);
  const regions = new Uint32Array(count);
  const places = new Uint32Array(count);
  const ofTet = fileCornersOfHex('tet');
  let [hex, tet] = [0, 0];
  for (let cell = 0; cell < count; cell++) {
    const isTet = hex === hexes.places.length || tets.places[tet] < hexes.places[hex];
    const [from, at] = isTet ? [tets, tet++] : [hexes, hex++];
    for (let corner = 0; corner < 8; corner++) {
      cells[8 * cell + corner] = isTet ? tets.cells[4 * at + ofTet[corner]] : hexes.cells[8 * at + corner];
    }
    regions[cell] = from.regions[at];
    places[cell] = from.places[at];
  }
  return { cells, regions, places };
}

/** Throws where two triangles of the boundary, or one, lie in a quadrilateral of it: cells that touch there are not joined by their faces. */
function refuseHangingFaces(raw: RawVolume, { faceVertices, faceCells }: VolumeBoundary, places: Uint32Array): void {
  const triangles = new CornerSets(3, faceCells.length);
  for (let face = 0; face < faceVertices.length; face += 4) {
    if (faceVertices[face + 2] === faceVertices[face + 3]) triangles.add(faceVertices.subarray(face, face + 3));
  }
  if (triangles.count === 0) return;
  for (let face = 0; face < faceVertices.length; face += 4) {
    const [a, b, c, d] = faceVertices.subarray(face, face + 4);
    if (c === d) continue;
    const found = [
      [a, b, c],
      [a, c, d],
      [a, b, d],
      [b, c, d],
    ].some((half) => triangles.find(half) !== undefined);
    if (!found) continue;
    throw new CoreError('geometry-invalid', 'a quadrilateral face of a cell touches triangular ones of others', {
      file: raw.file,
      place: raw.placeAt(places[faceCells[face / 4]]),
      remedy: 'Mesh it with pyramids between hexahedra and tetrahedra, or as tetrahedra only.',
    });
  }
}

/** Returns the boundary as a surface over all vertices, of `faces`: those of the boundary, or as many of them for each of its own; cell regions become materials, named polygons of the file groups. */
function boundarySurface(
  raw: RawVolume,
  boundary: VolumeBoundary,
  faces: VolumeBoundary,
  cellRegions: Uint32Array,
  warnings: WarningList,
): SurfaceMesh {
  const { crowdedFaces } = boundary;
  if (crowdedFaces > 0) {
    warnings.add('crowded faces', () => `faces that belong to more than two cells: ${crowdedFaces}`);
  }
  const { faceOffsets, faceVertices } = boundaryPolygons(faces);
  const materials = regionGroups(
    raw.cells,
    faces.faceCells.map((cell) => cellRegions[cell]),
    'material',
  );
  const perFace = faces.faceCells.length / boundary.faceCells.length;
  const named = regionsOfFaces(raw.cells, boundary);
  const groups = regionGroups(
    raw.cells,
    faces.faceCells.map((_, face) => named[Math.floor(face / perFace)]),
    'group',
  );
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
function regionsOfFaces(cells: CellCollector, boundary: VolumeBoundary): Uint32Array {
  const { faceSize, faceVertices, faceCells } = boundary;
  const regions = new Uint32Array(faceCells.length);
  if (cells.regions.length === 1) return regions;
  const sets = new CornerSets(faceSize, faceCells.length);
  const corners = new Uint32Array(faceSize);
  for (let face = 0; face < faceCells.length; face++) {
    writeFaceKey(faceVertices.subarray(faceSize * face, faceSize * (face + 1)), corners);
    sets.add(corners);
  }
  for (let face = 0; face < cells.faceRegions.length; face++) {
    const start = cells.faceOffsets.get(face);
    const count = cells.faceOffsets.get(face + 1) - start;
    if (cells.faceRegions.get(face) === 0 || count < 3 || count > faceSize) continue;
    // A triangle among quadrilaterals repeats its last vertex.
    const polygon = Array.from({ length: faceSize }, (_, k) => cells.faceVertices.get(start + Math.min(k, count - 1)));
    writeFaceKey(polygon, corners);
    const found = sets.find(corners);
    if (found !== undefined) regions[found] = cells.faceRegions.get(face);
  }
  return regions;
}

/** Returns a group per named region, in the order of the names' first appearance. */
function regionGroups(cells: CellCollector, regions: Uint32Array, kind: FaceGroup['kind']): FaceGroup[] {
  return membersOfRegions(cells, regions).map(({ name, members }) => ({ kind, name, faces: members }));
}

/** The elements of each named region; nothing where there is none. */
function elementGroups(cells: CellCollector, regions: Uint32Array): Pick<ImportedMesh, 'elementGroups'> {
  const groups = membersOfRegions(cells, regions).map(({ name, members }) => ({ name, elements: members }));
  return groups.length === 0 ? {} : { elementGroups: groups };
}

function membersOfRegions(cells: CellCollector, regions: Uint32Array) {
  const lists: number[][] = cells.regions.map(() => []);
  for (let at = 0; at < regions.length; at++) if (regions[at] !== 0) lists[regions[at]].push(at);
  return lists
    .map((list, region) => ({ name: cells.regions[region], members: Uint32Array.from(list) }))
    .filter(({ members }) => members.length > 0);
}

function warnAboutLooseVertices(
  vertices: readonly ArrayLike<number>[],
  vertexCount: number,
  cell: string,
  warnings: WarningList,
): void {
  const used = new Uint8Array(vertexCount);
  for (const list of vertices) for (let k = 0; k < list.length; k++) used[list[k]] = 1;
  const loose = used.reduce((count, flag) => count - flag, vertexCount);
  if (loose > 0) warnings.add('loose vertices', () => `vertices that belong to no ${cell}: ${loose}`);
}
