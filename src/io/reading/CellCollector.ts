import { fileCornersOfHex } from '../../geometry/elements/collapsedHex.ts';
import { MOST_GROUPS, MOST_NAME_LENGTH, requireBudget } from './meshBudget.ts';
import { uint32List, type NumberList } from './NumberList.ts';

/** A kind of cell: by its corners, or a tetrahedron of ten nodes, whose `corners` are its four corners and then the nodes of its edges in the file's order. Other curved cells are read by their corners. */
export type CellKind = 'triangle' | 'quad' | 'polygon' | 'tet' | 'tet10' | 'hex' | 'prism' | 'pyramid' | 'ignored';

const TET_CORNERS = [0, 1, 2, 3];

/** Cells in the order of a volume file: vertex numbers from 0, `0xffffffff` for ones that do not exist. */
export class CellCollector {
  readonly tets = uint32List();
  /** Six nodes of each tetrahedron of ten nodes, in the order of the cells and of the file. */
  readonly tetNodes = uint32List(16);
  /** Hexahedra, and prisms and pyramids as hexahedra with coincident corners (`collapsedHex`). */
  readonly hexes = uint32List(16);
  readonly faceOffsets = uint32List();
  readonly faceVertices = uint32List();
  /** Position of each cell in the file. */
  readonly tetPlaces = uint32List();
  readonly hexPlaces = uint32List(16);
  readonly facePlaces = uint32List();
  /** Region number of each cell, an index into `regions`. */
  readonly tetRegions = uint32List();
  readonly hexRegions = uint32List(16);
  readonly faceRegions = uint32List();
  /** Region names; 0 is the one without a name. */
  readonly regions: string[] = [''];
  /** Curved solid cells of other shapes, and curved polygons. */
  curved = 0;
  curvedFaces = 0;
  private readonly regionNumbers = new Map<string, number>([['', 0]]);

  constructor() {
    this.faceOffsets.push(0);
  }

  /** Returns the number of a region. */
  region(fullName: string): number {
    const name = fullName.slice(0, MOST_NAME_LENGTH);
    let number = this.regionNumbers.get(name);
    if (number === undefined) {
      number = this.regions.length;
      requireBudget(number, MOST_GROUPS, 'regions');
      this.regions.push(name);
      this.regionNumbers.set(name, number);
    }
    return number;
  }

  /** Gives cells that were added with other numbers in place of their regions the regions of these names. */
  nameRegions(nameOf: (number: number) => string): void {
    for (const list of [this.tetRegions, this.hexRegions, this.faceRegions]) {
      for (let cell = 0; cell < list.length; cell++) list.set(cell, this.region(nameOf(list.get(cell))));
    }
  }

  /** Counts cells that are read by their corners. */
  countCurved(kind: CellKind, count: number): void {
    if (kind === 'triangle' || kind === 'quad' || kind === 'polygon') this.curvedFaces += count;
    else if (kind !== 'ignored') this.curved += count;
  }

  /** Adds a cell. `corners`: vertex numbers in the order of files (the base around, then the top around or the apex). */
  add(kind: CellKind, corners: ArrayLike<number>, cornerCount: number, region: number, place: number): void {
    if (kind === 'tet' || kind === 'tet10') {
      pushCell(this.tets, corners, TET_CORNERS, this.tetRegions, region, this.tetPlaces, place);
      if (kind === 'tet10') for (let node = 4; node < 10; node++) this.tetNodes.push(corners[node]);
    } else if (kind === 'hex' || kind === 'prism' || kind === 'pyramid') {
      pushCell(this.hexes, corners, fileCornersOfHex(kind), this.hexRegions, region, this.hexPlaces, place);
    } else if (kind !== 'ignored') {
      for (let corner = 0; corner < cornerCount; corner++) this.faceVertices.push(corners[corner]);
      this.faceOffsets.push(this.faceVertices.length);
      this.faceRegions.push(region);
      this.facePlaces.push(place);
    }
  }
}

function pushCell(
  cells: NumberList<Uint32Array>,
  corners: ArrayLike<number>,
  order: readonly number[],
  regions: NumberList<Uint32Array>,
  region: number,
  places: NumberList<Uint32Array>,
  place: number,
): void {
  for (const corner of order) cells.push(corners[corner]);
  regions.push(region);
  places.push(place);
}
