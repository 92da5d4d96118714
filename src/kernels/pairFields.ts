/**
 * The record through which the search for pairs of primitives finds its arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and
 * patience fields (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses.
 */

// Trees of boxes, as `SurfaceTrees` and `SweptBoxes` say: i32.
export const NODES_AT = 0;
export const SLOTS_AT = 1;
export const VERTEX_BOXES_AT = 2;
export const RIGHT_AT = 3;
export const FIRST_AT = 4;
export const COUNT_AT = 5;

// Topology, as `ContactTopology` says: i32, but for the bits of slots, u8.
export const CORNERS_AT = 6;
export const SLOT_EDGES_AT = 7;
export const REPRESENTS_AT = 8;
export const EDGES_AT = 9;
export const WELDED_AT = 10;
/** u8 per vertex: not 0 where its star stays flat. */
export const FLAT_AT = 11;

// Stars of vertices, as `FlatStars` says.
/** u8 per vertex: not 0 where its star can be flat, of a body that touches itself. */
export const FANS_AT = 23;
/** i32: the first of each vertex in the list of slots around vertices, and the end; the list. */
export const STAR_BEGIN_AT = 24;
export const STAR_SLOTS_AT = 25;
/** f64 x 9 per slot, m2, and f64 xyz per vertex, m2. */
export const SWEPT_NORMALS_AT = 26;
export const AXES_AT = 27;
/** f64 xyz per vertex, m. */
export const MOVES_AT = 28;
export const VERTEX_COUNT = 29;
export const SLOT_COUNT = 30;

// Paths of vertices: f64 xyz per vertex, m, and f64 per vertex, m.
export const STARTS_AT = 12;
export const ENDS_AT = 13;
export const PADS_AT = 14;

/** i32 x 3 per task: two nodes, and 1 where pairs with a common flat star are left out. */
export const TASKS_AT = 15;
export const TASK_NUMBERS = 3;
/** i32 x 3 per task: the thread that did it, the first of the pairs that it wrote, and their number. */
export const RESULTS_AT = 16;
export const TASK_COUNT = 17;
/** The next task that a thread takes. */
export const NEXT_TASK = 18;
/** i32, per thread: pairs of nodes that are still to be visited, how many numbers these are, and pairs of slots. */
export const SCRATCH_AT = 19;
export const STACK_NUMBERS = 512;
export const LIST_NUMBERS = 4096;
export const LEFT_NUMBERS = 64;
/** f64 x 8 per thread: the closest points of a pair. */
export const CLOSEST_NUMBERS = 16;
/**
 * i32 x 5 per pair of primitives, `CAPACITY` of them per thread: its vertices, then the lower bound of its distance (f32, m), negative where that is not measured. The highest bits of the first three
 * vertices: whether they are those of two edges, whether the closest points part the pair, whether it is near.
 */
export const FOUND_AT = 20;
export const FOUND_NUMBERS = 5;
export const CAPACITY = 21;
/** Result: 1 where a thread had no room left. */
export const MISSED = 22;
/**
 * What is found: primitives, where it is less than 3. 0: they are not measured; 1: those at most `NEAR` apart are near; 2: those are, too, that may come so near in their move. 3: slots of two triangles, in place of the first two
 * vertices.
 */
export const MEASURES = 31;
export const TRIANGLES = 3;
/** u8 per vertex: not 0 where its move is another than that of the search; result: where its star stays flat no longer; whether there is such a star. */
export const CHANGED_AT = 32;
export const LOST_AT = 33;
export const ANY_LOST = 34;
/** u8 per slot: not 0 where one of its vertices has changed. */
export const TOUCHED_AT = 35;

// Scalars (f64).
/** m. */
export const NEAR = 0;
