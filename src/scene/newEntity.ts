import type { FileReference } from './properties/common.ts';
import { clothColours } from './kinds/cloth.ts';
import { liquidColours } from './kinds/liquid.ts';
import type { RegionRole } from './kinds/region.ts';
import { solidColours } from './kinds/solid.ts';
import { shapeSource, type ProceduralForm } from './properties/sources.ts';
import { formBounds } from './formBounds.ts';
import { materialForSize } from './materialForSize.ts';
import { presetMaterial, presetPlasticity } from './presetMaterial.ts';
import { entitySchema, type Entity } from './Scene.ts';
import { schemaDefaults } from './schemaDefaults.ts';
import { uniqueId, uniqueName, type Named } from './uniqueNames.ts';

/**
 * Entities to add to a shot, whole and valid as they are: readable ids and names that `entities` do not have yet, every default filled in.
 * Pure: the caller adds them to the document.
 */

type Kind<K extends Entity['kind']> = Extract<Entity, { kind: K }>;
type Triple = readonly [number, number, number];

/** A mesh file as it was imported. */
export interface NewMesh extends FileReference {
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** Min xyz, max xyz in metres with Y up. */
  readonly bounds: readonly number[];
}

/** A registered definition as the catalogue tells it: `params` is the JSON Schema of its parameters. */
export interface ChosenDefinition {
  readonly type: string;
  readonly label?: string;
  readonly params?: unknown;
}

export type FormShape = ProceduralForm['shape'];
/** The forms that a new solid may have, as menus list them. */
export const formShapes: readonly { readonly shape: FormShape; readonly label: string }[] = [
  { shape: 'box', label: 'Box' },
  { shape: 'sphere', label: 'Sphere' },
  { shape: 'torus', label: 'Torus' },
  { shape: 'cylinder', label: 'Cylinder' },
  { shape: 'block', label: 'Block of cells' },
  { shape: 'tet', label: 'Tetrahedron' },
  { shape: 'hollow-sphere', label: 'Hollow ball' },
  { shape: 'dinosaur', label: 'Toy dinosaur' },
];

export type ClothShape = 'sheet' | 'tube' | 'half-torus' | 'ball';
/** The forms that a new cloth may have, as menus list them. */
export const clothForms: readonly { readonly shape: ClothShape; readonly label: string }[] = [
  { shape: 'sheet', label: 'Sheet of cloth' },
  { shape: 'tube', label: 'Tube of cloth' },
  { shape: 'half-torus', label: 'Half torus shell' },
  { shape: 'ball', label: 'Balloon' },
];

export type FieldKind = Kind<'force'>['field']['kind'];
/** The force fields that a shot may have, as menus list them. */
export const fieldKinds: readonly { readonly kind: FieldKind; readonly label: string }[] = [
  { kind: 'gravity', label: 'Gravity' },
  { kind: 'wind', label: 'Wind' },
  { kind: 'drag', label: 'Drag' },
];

/** Young's modulus over density x gravity x diagonal of a body that keeps its shape on the floor and still wobbles. */
const FIRMNESS = 60;
/** Gap between a new solid and the ground, in diagonals: it falls a little, so that the first simulation shows something. */
const GAP = 0.25;

export interface NewSolidOptions {
  /** How it is filled; left out, `graded-stuffing`. Forms that bring their own elements are never filled. */
  readonly mesher?: ChosenDefinition;
  /** Long edge of the elements as a share of the diagonal, percent. */
  readonly percent?: number;
  /** Type of a registered material preset; left out, a soft material whose stiffness follows the size. */
  readonly preset?: string;
  /** Where its centre stands over the ground (x, z), m. */
  readonly at?: readonly [number, number];
}

/** A solid of a mesh or of a form, standing a little above the ground, of a material that suits its size. */
export function newSolid(entities: Named, shape: NewMesh | FormShape, options: NewSolidOptions = {}): Kind<'solid'> {
  const source = typeof shape === 'string' ? formSource(shape) : { kind: 'file', ...meshFile(shape) };
  const label = typeof shape === 'string' ? labelOf(shape) : fileLabel(shape.path);
  const bounds = typeof shape === 'string' ? formBounds(formOf(shape)) : shape.bounds;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const diagonal = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
  const [x, z] = options.at ?? [0, 0];
  const { mesher = { type: 'graded-stuffing' }, percent = 4 } = options;
  const hasElements = shape === 'tet' || shape === 'block' || shape === 'hollow-sphere';
  return made('solid', entities, label, {
    display: { colour: solidColours[solidCount(entities) % solidColours.length] },
    source,
    meshing: hasElements
      ? undefined
      : { method: mesher.type, edge: { percent }, params: schemaDefaults(mesher.params) },
    material: presetMaterial(options.preset) ?? materialForSize(FIRMNESS, diagonal),
    plasticity: presetPlasticity(options.preset),
    liquids: 'coupled',
    transform: { position: [x - (minX + maxX) / 2, GAP * diagonal - minY, z - (minZ + maxZ) / 2] },
  });
}

function solidCount(entities: Named): number {
  return entities.filter(({ kind }) => kind === 'solid').length;
}

/** Height of a new cloth over the ground, m: it falls a little, or onto something. */
const CLOTH_HEIGHT = 1;

/** A cloth of a form, hanging in the air over the origin, or of a mesh where it stands. */
export function newCloth(entities: Named, shape: NewMesh | ClothShape): Kind<'cloth'> {
  const isForm = typeof shape === 'string';
  const label = isForm ? (clothForms.find((form) => form.shape === shape)?.label ?? shape) : fileLabel(shape.path);
  const count = entities.filter(({ kind }) => kind === 'cloth').length;
  return made('cloth', entities, label, {
    display: { colour: clothColours[count % clothColours.length] },
    source: isForm ? { kind: 'procedural', form: { shape } } : { kind: 'file', ...meshFile(shape) },
    ...(isForm && { transform: { position: [0, CLOTH_HEIGHT, 0] } }),
  });
}

/** A liquid without regions: a tank a metre wide that is open above, standing on the ground. */
export function newLiquid(entities: Named): Kind<'liquid'> {
  const count = entities.filter(({ kind }) => kind === 'liquid').length;
  return made('liquid', entities, 'Liquid', { display: { colour: liquidColours[count % liquidColours.length] } });
}

/** What a region may do, as menus list it. */
export const regionRoles: readonly { readonly role: RegionRole['kind']; readonly label: string }[] = [
  { role: 'fill', label: 'Filled region' },
  { role: 'emit', label: 'Emitter' },
  { role: 'drain', label: 'Drain' },
];

/** A region of a liquid: one that fills covers the lower half of its box, others are balls near its top and its floor. */
export function newRegion(
  entities: Named,
  role: RegionRole['kind'],
  { id, domain }: Pick<Kind<'liquid'>, 'id' | 'domain'>,
): Kind<'region'> {
  const label = regionRoles.find((entry) => entry.role === role)?.label ?? role;
  const [x, y, z] = domain.centre;
  const [sizeX, sizeY, sizeZ] = domain.size;
  const radius = 0.1 * Math.min(sizeX, sizeY, sizeZ);
  const shape =
    role === 'fill'
      ? { type: 'box', params: { sizeX, sizeY: sizeY / 2, sizeZ } }
      : { type: 'sphere', params: { radius } };
  const height = { fill: -sizeY / 4, emit: sizeY / 2 - 2 * radius, drain: -sizeY / 2 + radius }[role];
  return made('region', entities, label, {
    liquid: id,
    role: { kind: role },
    shape: { kind: 'registered', ...shape },
    transform: { position: [x, y + height, z] },
  });
}

/** A collider of a registered shape with its default size, standing at the origin. */
export function newCollider(entities: Named, shape: ChosenDefinition): Kind<'collider'> {
  return made('collider', entities, shape.label ?? shape.type, {
    shape: { kind: 'registered', type: shape.type, params: schemaDefaults(shape.params) },
  });
}

/** A collider of a mesh, standing on the ground. */
export function newMeshCollider(entities: Named, mesh: NewMesh): Kind<'collider'> {
  const [minX, minY, minZ, maxX, , maxZ] = mesh.bounds;
  return made('collider', entities, fileLabel(mesh.path), {
    shape: { kind: 'file', ...meshFile(mesh) },
    transform: { position: [0 - (minX + maxX) / 2, 0 - minY, 0 - (minZ + maxZ) / 2] },
  });
}

/** Share of a body's height that a new pin holds, from the top. */
const HELD_SHARE = 0.2;
/** How far the box of a new pin reaches beyond the body, so that rounding leaves no vertex out. */
const MARGIN = 0.01;

/** Bodies flatter than this share of their diagonal are held at their back instead of their top. */
const FLAT_SHARE = 0.05;

/**
 * A hard pin of the top of a solid or a cloth, of the back of a flat one. `bounds`: its box at the first frame in world axes, min xyz, max xyz, m. Without it the pin
 * holds what lies within 10 cm of the world's origin: the artist moves it.
 */
export function newPin(
  entities: Named,
  target: Pick<Kind<'solid' | 'cloth'>, 'id' | 'name'>,
  bounds?: readonly number[],
): Kind<'pin'> {
  const label = `${target.name || target.id} pin`;
  if (bounds === undefined) return made('pin', entities, label, { target: target.id, selection: { kind: 'sphere' } });
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const diagonal = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
  const margin = MARGIN * diagonal;
  const flat = maxY - minY < FLAT_SHARE * diagonal;
  return made('pin', entities, label, {
    target: target.id,
    selection: {
      kind: 'box',
      min: [minX - margin, flat ? minY - margin : maxY - HELD_SHARE * (maxY - minY), minZ - margin],
      max: [maxX + margin, maxY + margin, flat ? minZ + margin : maxZ + margin],
    },
    pivot: [(minX + maxX) / 2, maxY, (minZ + maxZ) / 2],
  });
}

/** A new wind blows along x, m/s: felt by soft bodies, no storm. */
const WIND = [3, 0, 0];

/** A force field that acts on the given solids, or on all. */
export function newForce(entities: Named, kind: FieldKind, targets: readonly string[] = []): Kind<'force'> {
  const label = fieldKinds.find((field) => field.kind === kind)?.label ?? kind;
  const field = kind === 'wind' ? { kind, velocity: WIND } : { kind };
  return made('force', entities, label, { field, targets: [...targets] });
}

/** A camera; with `view` it stands and looks as the viewport does. */
export function newCamera(
  entities: Named,
  view: { readonly position?: Triple; readonly target?: Triple; readonly verticalFieldOfView?: number } = {},
): Kind<'camera'> {
  return made('camera', entities, 'Camera', { ...view });
}

/** The same entity again under an id and a name of its own. */
export function copyEntity<E extends Entity>(entities: Named, entity: E): E {
  const plainName = entity.name.replace(/ \d+$/, '');
  const name = entity.name === '' ? '' : uniqueName(plainName, entities);
  return { ...structuredClone(entity), id: uniqueId(entity.id.replace(/-\d+$/, ''), entities), name };
}

/** Every default filled in by the schema itself. */
function made<K extends Entity['kind']>(kind: K, entities: Named, label: string, members: object): Kind<K> {
  const entity = { kind, id: uniqueId(label, entities), name: uniqueName(label, entities), ...members };
  return entitySchema.parse(entity) as Kind<K>;
}

function formOf(shape: FormShape): ProceduralForm {
  const source = shapeSource.parse(formSource(shape));
  if (source.kind !== 'procedural') throw new Error('a form became a file');
  return source.form;
}

function formSource(shape: FormShape) {
  return { kind: 'procedural', form: { shape } };
}

function labelOf(shape: FormShape): string {
  return formShapes.find((form) => form.shape === shape)?.label ?? shape;
}

function meshFile({ path, sha256, metresPerUnit, upAxis }: NewMesh) {
  return { path, sha256, metresPerUnit, upAxis };
}

/** `scans/Stanford_bunny.obj` -> `Stanford bunny`. */
function fileLabel(path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? '';
  return (
    file
      .replace(/(.)\.[^.]*$/, '$1')
      .replaceAll('_', ' ')
      .trim() || 'Mesh'
  );
}
