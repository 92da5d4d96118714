/** Corners of the elements: vertex of corner `size * slot + corner`, -1 in padding and where an earlier corner of the element is the same vertex. */
export interface ElementCorners {
  readonly size: number;
  readonly vertices: Int32Array;
}

/** Incident corners of each vertex, in the order in which forces are summed. */
export interface Incidence {
  /** Entries of vertex v: `start[v] .. start[v+1]-1`. */
  readonly start: Uint32Array;
  /** size * slot + corner. */
  readonly corners: Uint32Array;
}

/** Corners by vertex, ascending in slot. */
export function cornerIncidence(vertexCount: number, { vertices: vertexOfCorner }: ElementCorners): Incidence {
  const start = new Uint32Array(vertexCount + 1);
  for (const vertex of vertexOfCorner) if (vertex >= 0) start[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const corners = new Uint32Array(start[vertexCount]);
  for (let k = 0; k < vertexOfCorner.length; k++) {
    const vertex = vertexOfCorner[k];
    if (vertex >= 0) corners[next[vertex]++] = k;
  }
  return { start, corners };
}

/** Block rows of the vertices joined by elements, and for each edge the element corners that meet on it. */
export interface BlockPattern {
  readonly rowStart: Uint32Array;
  /** Ascending in each row, the diagonal included. */
  readonly columns: Uint32Array;
  readonly diagonal: Uint32Array;
  /** Edges are the blocks (i, j) with i < j, row by row. */
  readonly edgeStart: Uint32Array;
  /** Blocks (i, j) and (j, i) of each edge. */
  readonly edgeBlocks: Uint32Array;
  /** Corners at i and at j of one element, per incidence. */
  readonly edgeCorners: Uint32Array;
}

/** The pattern of a body: one block per vertex and two per edge of an element, edges gathered in the order of `incidence`. */
export function blockPattern(vertexCount: number, elements: ElementCorners, incidence: Incidence): BlockPattern {
  const { rowStart, columns, diagonal } = blockRows(vertexCount, elements, incidence);
  const edgeBlocks = pairBlocks(rowStart, columns, diagonal);
  const edgeCount = edgeBlocks.length / 2;
  const edgeStart = new Uint32Array(edgeCount + 1);
  forEachEdgeIncidence(elements, incidence, rowStart, columns, diagonal, (edge) => edgeStart[edge + 1]++);
  for (let edge = 0; edge < edgeCount; edge++) edgeStart[edge + 1] += edgeStart[edge];
  const edgeCorners = new Uint32Array(2 * edgeStart[edgeCount]);
  const next = edgeStart.slice();
  forEachEdgeIncidence(elements, incidence, rowStart, columns, diagonal, (edge, i, j) => {
    const at = 2 * next[edge]++;
    edgeCorners[at] = i;
    edgeCorners[at + 1] = j;
  });
  return { rowStart, columns, diagonal, edgeStart, edgeBlocks, edgeCorners };
}

function blockRows(
  vertexCount: number,
  { size, vertices }: ElementCorners,
  { start, corners }: Incidence,
): Pick<BlockPattern, 'rowStart' | 'columns' | 'diagonal'> {
  const rowStart = new Uint32Array(vertexCount + 1);
  const diagonal = new Uint32Array(vertexCount);
  const seen = new Int32Array(vertexCount).fill(-1);
  let columns = new Uint32Array(20 * vertexCount + 64);
  let count = 0;
  for (let row = 0; row < vertexCount; row++) {
    const degreeBound = 1 + (size - 1) * (start[row + 1] - start[row]);
    if (count + degreeBound > columns.length) columns = grown(columns, count + degreeBound);
    seen[row] = row;
    columns[count++] = row;
    for (let k = start[row]; k < start[row + 1]; k++) {
      const first = corners[k] - (corners[k] % size);
      for (let corner = first; corner < first + size; corner++) {
        const vertex = vertices[corner];
        if (vertex < 0 || seen[vertex] === row) continue;
        seen[vertex] = row;
        columns[count++] = vertex;
      }
    }
    columns.subarray(rowStart[row], count).sort();
    diagonal[row] = columns.indexOf(row, rowStart[row]);
    rowStart[row + 1] = count;
  }
  return { rowStart, columns: columns.slice(0, count), diagonal };
}

function grown(array: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, Math.ceil(1.5 * array.length)));
  larger.set(array);
  return larger;
}

/** Blocks (i, j) and (j, i) of every edge. Rows ascend, so the lower blocks of a row are met in order. */
function pairBlocks(rowStart: Uint32Array, columns: Uint32Array, diagonal: Uint32Array): Uint32Array {
  const vertexCount = diagonal.length;
  const edgeBlocks = new Uint32Array(columns.length - vertexCount);
  const nextLower = rowStart.slice();
  let at = 0;
  for (let row = 0; row < vertexCount; row++) {
    for (let block = diagonal[row] + 1; block < rowStart[row + 1]; block++) {
      edgeBlocks[at++] = block;
      edgeBlocks[at++] = nextLower[columns[block]]++;
    }
  }
  return edgeBlocks;
}

/** Calls `visit(edge, corner of i, corner of j)` for every element edge, in an order fixed by the mesh. */
function forEachEdgeIncidence(
  { size, vertices }: ElementCorners,
  { start, corners }: Incidence,
  rowStart: Uint32Array,
  columns: Uint32Array,
  diagonal: Uint32Array,
  visit: (edge: number, i: number, j: number) => void,
): void {
  const edgeOf = new Uint32Array(diagonal.length);
  let edge = 0;
  for (let row = 0; row < diagonal.length; row++) {
    for (let block = diagonal[row] + 1; block < rowStart[row + 1]; block++) edgeOf[columns[block]] = edge++;
    for (let k = start[row]; k < start[row + 1]; k++) {
      const first = corners[k] - (corners[k] % size);
      for (let corner = first; corner < first + size; corner++) {
        const vertex = vertices[corner];
        if (vertex > row) visit(edgeOf[vertex], corners[k], corner);
      }
    }
  }
}
