import { attributeValues, scalarsOf } from '../../frames/derived/attributeValues.ts';
import { shownAttributes, type ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import { MeshValues } from '../../frames/derived/MeshValues.ts';
import type { Frame } from '../../frames/Frame.ts';
import { splitSpray } from '../../frames/splitSpray.ts';
import {
  isExtracted,
  type ExtractedStream,
  type StaticMesh,
  type StaticPoints,
  type Statics,
  type StaticStream,
} from '../../frames/StaticStream.ts';
import { positionsOf, SPRAY, attributeOf, VELOCITY, type Stream } from '../../frames/Stream.ts';
import { WIDTH, widthsOf } from '../../frames/Whitewater.ts';
import { FrameShapes } from '../../frames/FrameShapes.ts';
import { embedPositions, type BodyMesh } from '../../geometry/TetMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import type { Colour, SheetBody } from '../../io/sheet/SheetScene.ts';
import { kinds } from '../../scene/kindRegistry.ts';
import type { Entity, Scene } from '../../scene/Scene.ts';
import { posedPositions } from './exportObjects.ts';
import { requestedValues } from '../frames/requestedAttributes.ts';
import type { ShotFrames } from '../frames/ShotFrames.ts';

/** Corners of an octahedron of radius 1, and its faces, counter-clockwise seen from outside. */
const CORNERS = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1] as const;
const FACES = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5] as const;

/** Points that each have a width are froth, which scatters all light. */
const WHITE: Colour = [1, 1, 1];

/** Drops as octahedra around points (xyz, m), of a diameter, m, or each of its own. */
function dropShapes(
  points: Float32Array,
  width: number | Float32Array,
): { readonly positions: Float32Array; readonly triangles: Uint32Array } {
  const count = points.length / 3;
  const positions = Float32Array.from({ length: CORNERS.length * count }, (_, n) => {
    const point = Math.floor(n / CORNERS.length);
    const diameter = typeof width === 'number' ? width : width[point];
    return points[3 * point + (n % 3)] + (diameter / 2) * CORNERS[n % CORNERS.length];
  });
  const corners = CORNERS.length / 3;
  const triangles = Uint32Array.from(
    { length: FACES.length * count },
    (_, n) => corners * Math.floor(n / FACES.length) + FACES[n % FACES.length],
  );
  return { positions, triangles };
}

/** A mesh ready to be drawn again and again. */
interface DrawnMesh {
  readonly triangles: Uint32Array;
  readonly values: MeshValues;
}

/** What a contact sheet shows of the streams of a shot, frame by frame. */
export class SheetBodies {
  private readonly frames: Pick<ShotFrames, 'statics' | 'surface'>;
  private readonly scene: Scene;
  private readonly streams: readonly StaticStream[];
  private readonly colours: ReadonlyMap<string, Colour>;
  private readonly colouring: ShownAttribute | undefined;
  private readonly shapes = new Map<StaticMesh, FrameShapes>();
  private readonly drawn = new WeakMap<BodyMesh, DrawnMesh>();

  /** `leftOut`: entities that are not drawn. */
  constructor(
    frames: Pick<ShotFrames, 'statics' | 'surface'>,
    scene: Scene,
    leftOut: ReadonlySet<string>,
    colouring: ShownAttribute | undefined,
  ) {
    this.frames = frames;
    this.scene = scene;
    this.streams = frames.statics.streams.filter(({ entity, purpose }) => purpose !== 'guide' && !leftOut.has(entity));
    this.colours = ownColours(scene, frames.statics);
    this.colouring = colouring;
  }

  /** Results first. */
  async at(number: number, frame: Frame): Promise<SheetBody[]> {
    const bodies: SheetBody[] = [];
    for (const declared of this.streams) {
      const { entity, name, purpose } = declared;
      const role = purpose === 'surroundings' ? 'collider' : 'body';
      const shared = { role, colour: this.colours.get(entity) } as const;
      if (isExtracted(declared)) bodies.push({ ...(await this.surface(number, declared)), ...shared });
      const stream = frame.streams.find((candidate) => candidate.entity === entity && candidate.name === name);
      if (stream === undefined) continue;
      if (declared.type === 'mesh') bodies.push({ ...this.mesh(number, declared, stream), ...shared });
      if (declared.type === 'transform') {
        const { positions, triangles } = declared.display;
        bodies.push({ positions: posedPositions(stream, positions), triangles, ...shared });
      }
      if (declared.type === 'points') {
        const drops = this.drops(declared, stream);
        if (drops !== undefined)
          bodies.push({ ...drops, ...shared, ...(attributeOf(declared, WIDTH) && { colour: WHITE }) });
      }
    }
    return [...bodies.filter(({ role }) => role === 'body'), ...bodies.filter(({ role }) => role !== 'body')];
  }

  private mesh(number: number, declared: StaticMesh, stream: Stream): SheetBody {
    const shapes = this.shapes.get(declared) ?? new FrameShapes(declared.mesh);
    this.shapes.set(declared, shapes);
    const shape = shapes.at(stream);
    const drawn = this.drawn.get(shape) ?? {
      triangles: triangulate(shape.surface).mesh.triangles,
      values: new MeshValues(shape),
    };
    this.drawn.set(shape, drawn);
    const positions = new Float32Array(shape.surface.positions.length);
    embedPositions(shape.embedding, positionsOf(stream), positions);
    const scalars = this.meshScalars(number, declared, stream, drawn.values);
    return { positions, triangles: drawn.triangles, ...(scalars && { scalars }) };
  }

  private meshScalars(
    number: number,
    declared: StaticMesh,
    stream: Stream,
    mesh: MeshValues,
  ): Float32Array | undefined {
    const shown = this.shownOf(declared);
    if (shown === undefined) return undefined;
    const requested =
      shown.source === 'request' ? requestedValues(this.scene, number, shown.name, stream, mesh.body) : undefined;
    const values = attributeValues(shown, stream, mesh, requested);
    if (values === undefined) return undefined;
    const scalars = scalarsOf(values, shown.components);
    return mesh.onSurface(mesh.atVertices(scalars, shown.location, shown.derived?.spread ?? 'mean'), 1);
  }

  private async surface(number: number, declared: ExtractedStream): Promise<SheetBody> {
    const { positions, triangles, velocities } = await this.frames.surface(number, declared);
    const derived = this.shownOf(declared)?.derived;
    // The vertices of a surface have a velocity and nothing else of the points that they are extracted from.
    if (derived === undefined || !derived.needs.every((need) => need === VELOCITY)) return { positions, triangles };
    const scalars = new Float32Array(positions.length / 3);
    derived.compute({ values: () => velocities }, scalars);
    return { positions, triangles, scalars };
  }

  /** Points that no surface stands for: all of a stream without one, else its spray. */
  private drops(declared: StaticPoints, stream: Stream): SheetBody | undefined {
    const { diameter, sprayDiameter, surface } = declared;
    const flags = attributeOf(stream, SPRAY)?.values;
    const isSpray = (point: number) => flags?.[point] === 1;
    const all = surface === undefined && sprayDiameter === undefined;
    if (!all && sprayDiameter === undefined) return undefined;
    const positions = all ? positionsOf(stream) : splitSpray(stream, true).positions;
    const shapes = dropShapes(positions, widthsOf(stream) ?? (all ? diameter : (sprayDiameter ?? diameter)));
    const shown = this.shownOf(declared);
    const values = shown && attributeValues(shown, stream, undefined);
    if (shown === undefined || values === undefined) return shapes;
    const own = scalarsOf(values, shown.components).filter((_, point) => all || isSpray(point));
    const corners = own.length === 0 ? 0 : shapes.positions.length / 3 / own.length;
    return {
      ...shapes,
      scalars: Float32Array.from({ length: corners * own.length }, (_, k) => own[Math.floor(k / corners)]),
    };
  }

  /** How a stream has what is shown by colour. */
  private shownOf(declared: StaticStream): ShownAttribute | undefined {
    const { colouring } = this;
    return colouring && shownAttributes(declared).find(({ name }) => name === colouring.name);
  }
}

/** The colours of results, and of surroundings that were given one: others are as quiet as the sheet makes them. */
function ownColours({ entities }: Scene, { streams }: Statics): ReadonlyMap<string, Colour> {
  const quiet = new Set(streams.filter(({ purpose }) => purpose === 'surroundings').map(({ entity }) => entity));
  const coloured = entities.filter((entity) => !quiet.has(entity.id) || entity.display.colour !== plainColour(entity));
  return new Map(coloured.map(({ id, display }) => [id, parsedColour(display.colour)]));
}

/** The colour that entities of its kind begin with. */
function plainColour({ kind }: Entity): string {
  return kinds.get(kind).schema.shape.display.parse({}).colour;
}

/** `#rrggbb` as shares of red, green and blue. */
function parsedColour(text: string): Colour {
  const share = (at: number) => parseInt(text.slice(at, at + 2), 16) / 255;
  return [share(1), share(3), share(5)];
}
