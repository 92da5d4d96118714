import { evaluate } from './curves.ts';
import type { KeyedTransform } from './entities/common.ts';
import type { Fibres } from './entities/fibres.ts';
import type { Fracture } from './entities/fracture.ts';
import type { Plasticity } from './entities/plasticity.ts';
import { restrictCurve, type IntervalCurve } from './intervalCurves.ts';
import { constantMaterial, sampledMaterial, type MaterialInputs } from './keyedMaterial.ts';
import type { Keyable, KeyableVector } from './keyable.ts';
import type { Solid } from './entities/solid.ts';
import { pressOf } from './goalPress.ts';
import { paintedKey } from './painting/paintedKey.ts';
import { isKind, startFrame, type Entity, type QualityName, type Scene } from './Scene.ts';

export type IntervalVector = readonly [IntervalCurve, IntervalCurve, IntervalCurve];
export interface IntervalTransform {
  readonly position: IntervalVector;
  readonly rotation: IntervalVector;
}

/**
 * Every physics input that can change over time, over one frame interval. Members are by entity id. Equal inputs give equal
 * canonical JSON, and the simulation of the interval must read nothing else that is keyed.
 */
export interface IntervalInputs {
  readonly gravity: IntervalVector;
  readonly solids: Readonly<Record<string, SolidInputs>>;
  /** Left out of shots without cloth. */
  readonly cloths?: Readonly<Record<string, { readonly strength: IntervalCurve; readonly drag: IntervalCurve }>>;
  /** Left out of shots without regions of liquids. */
  readonly regions?: Readonly<Record<string, RegionInputs>>;
  readonly colliders: Readonly<Record<string, IntervalTransform & { readonly friction: IntervalCurve }>>;
  /** `held`: 1 while the pin holds, 0 once released; a step at the release frame. */
  readonly pins: Readonly<Record<string, IntervalTransform & { readonly held: IntervalCurve }>>;
  readonly forces: Readonly<Record<string, ForceInputs>>;
}
export interface SolidInputs {
  readonly strength: IntervalCurve;
  /** Halvings per second of the distance to the goal, of solids that have one. */
  readonly goalPull?: IntervalCurve;
  /** Of solids that tear. */
  readonly toughness?: IntervalCurve;
  /** Of the fibres, 0 to 1, of solids that have any. */
  readonly activation?: IntervalCurve;
  /** What of the material is not as at the first frame. */
  readonly material?: MaterialInputs;
}
export interface RegionInputs extends IntervalTransform {
  /** m3/s, of those that emit or drain. */
  readonly rate?: IntervalCurve;
  /** m/s, of those that emit. */
  readonly velocity?: IntervalVector;
}
export interface ForceInputs {
  /** Acceleration (m/s2) of a gravity field or velocity (m/s) of a wind. */
  readonly vector?: IntervalVector;
  /** 1/s. */
  readonly rate?: IntervalCurve;
}

/**
 * What the simulation of the interval (frame - 1, frame] depends on. Names, colours, notes, cameras, disabled entities and
 * everything constant (which `initialInputs` holds) are left out. A changed key alters the intervals between its two
 * neighbouring keys and no others.
 */
export function sampleInterval(scene: Scene, frame: number): IntervalInputs {
  return sampleInputs(scene, (curve, min, max) => restrictCurve(curve, frame, min, max));
}

/** The keyed inputs as they are at the first frame, which they hold through the pre-roll. */
export function heldInputs(scene: Scene): IntervalInputs {
  return sampleInputs(scene, (curve) => evaluate(curve, scene.range.first));
}

/**
 * What the state at the first frame depends on, and every constant of the physics: meshes by content, meshing, materials,
 * placement, quality, frame rate, and the keyed inputs with their values at the first frame. Entities keep the document's
 * order, which is the order of the simulation.
 */
export function initialInputs(scene: Scene, quality: QualityName): Record<string, unknown> {
  const { gravity: _gravity, ...physics } = scene.physics;
  const active = scene.entities.filter((entity) => entity.enabled && entity.kind !== 'camera');
  return {
    frameDuration: [scene.frameRate.denominator, scene.frameRate.numerator],
    physics,
    quality: scene.quality[quality],
    keyed: heldInputs(scene),
    ...(startFrame(scene) < scene.range.first && { preRoll: scene.range.preRoll }),
    order: active.map((entity) => entity.id),
    entities: Object.fromEntries(active.map((entity) => [entity.id, constants(entity, scene.range.first)])),
    ...pressConstants(active.filter(isKind('solid')), scene),
  };
}

/**
 * What the constant data (volume meshes, embeddings, collider display) depends on: a part of `initialInputs`, so that a
 * change of material or motion meshes nothing again.
 */
export function staticsInputs(scene: Scene, quality: QualityName): Record<string, unknown> {
  const active = scene.entities.filter((entity) => entity.enabled);
  const cloths = active.filter(isKind('cloth'));
  const liquids = active.filter(isKind('liquid'));
  return {
    edgeScale: scene.quality[quality].edgeScale,
    solids: active.filter(isKind('solid')).map((solid) => {
      const { id, source, meshing, transform } = solid;
      return { id, source: withoutPath(source), meshing, transform, ...paintedDetail(solid) };
    }),
    ...(cloths.length > 0 && {
      cloths: cloths.map(({ id, source, transform }) => ({ id, source: withoutPath(source), transform })),
    }),
    colliders: active.filter(isKind('collider')).map(({ id, shape }) => ({ id, shape: withoutPath(shape) })),
    ...(liquids.length > 0 && {
      liquids: liquids.map(({ id }) => id),
      regions: active.filter(isKind('region')).map(({ id, shape }) => ({ id, shape: withoutPath(shape) })),
    }),
  };
}

/** The curves that all intervals are sampled from, and where each belongs: scenes in which these are equal have equal samples at every frame. */
export function keyedCurves(scene: Scene): unknown {
  const curves: Keyable[] = [];
  // Numbers below those that any curve has, so that none is taken for a value.
  const places = sampleInputs(scene, (curve) => -curves.push(curve));
  return { places, curves };
}

type Sampler = (curve: Keyable, min?: number, max?: number) => IntervalCurve;

function sampleInputs(scene: Scene, sample: Sampler): IntervalInputs {
  const entities = scene.entities.filter((entity) => entity.enabled);
  const vector = ([x, y, z]: KeyableVector): IntervalVector => [sample(x), sample(y), sample(z)];
  const cloths = entities.filter(isKind('cloth'));
  const regions = entities.filter(isKind('region'));
  const transform = ({ position, rotation }: KeyedTransform): IntervalTransform => ({
    position: vector(position),
    rotation: vector(rotation),
  });
  return {
    gravity: vector(scene.physics.gravity),
    solids: byId(entities.filter(isKind('solid')), (solid) => ({
      strength: sample(solid.strength, 0),
      ...(solid.plasticity?.goal && { goalPull: sample(solid.plasticity.goal.pull, 0) }),
      ...(solid.fibres && { activation: sample(solid.fibres.activation, 0, 1) }),
      ...(solid.fracture?.enabled === true && { toughness: sample(solid.fracture.toughness, 0) }),
      ...sampledMaterial(solid.material, scene.range.first, sample),
    })),
    ...(cloths.length > 0 && {
      cloths: byId(cloths, ({ strength, drag }) => ({ strength: sample(strength, 0), drag: sample(drag, 0) })),
    }),
    ...(regions.length > 0 && {
      regions: byId(regions, ({ role, transform: placed }) => ({
        ...transform(placed),
        ...(role.kind !== 'fill' && { rate: sample(role.rate, 0) }),
        ...(role.kind === 'emit' && { velocity: vector(role.velocity) }),
      })),
    }),
    colliders: byId(entities.filter(isKind('collider')), (collider) => ({
      ...transform(collider.transform),
      friction: sample(collider.friction, 0),
    })),
    pins: byId(entities.filter(isKind('pin')), (pin) => ({
      ...transform(pin.motion),
      held: sample(heldCurve(pin.releaseFrame)),
    })),
    forces: byId(entities.filter(isKind('force')), ({ field }) => {
      if (field.kind === 'gravity') return { vector: vector(field.acceleration) };
      if (field.kind === 'drag') return { rate: sample(field.rate, 0) };
      return { rate: sample(field.rate, 0), vector: vector(field.velocity) };
    }),
  };
}

function byId<E extends { id: string }, T>(entities: E[], sample: (entity: E) => T): Record<string, T> {
  return Object.fromEntries(entities.map((entity) => [entity.id, sample(entity)]));
}

/** 1 until the pin lets go, then 0. */
function heldCurve(releaseFrame: number | undefined): Keyable {
  if (releaseFrame === undefined) return 1;
  return {
    keys: [
      { frame: releaseFrame - 1, value: 1, interpolation: 'step' },
      { frame: releaseFrame, value: 0, interpolation: 'step' },
    ],
  };
}

/** The members of an entity that the physics reads and that never change over the shot, and materials as they are at its `first` frame. */
function constants(entity: Entity, first: number): unknown {
  switch (entity.kind) {
    case 'solid': {
      const { kind, source, meshing, transform, velocity, angularVelocity } = entity;
      const plasticity = plasticConstants(entity.plasticity);
      const kept = entity.volumeConservation?.enabled === true && { volumeConservation: entity.volumeConservation };
      const { contact } = entity;
      const touches = contact && (contact.others || contact.self) && { contact };
      const painted = { paintedStrength: paintedKey(entity.painted?.strength, 1), ...paintedDetail(entity) };
      return {
        kind,
        source: withoutPath(source),
        meshing,
        ...constantMaterial(entity, first),
        plasticity,
        transform,
        velocity,
        angularVelocity,
        ...(entity.startScale !== undefined && { startScale: entity.startScale }),
        ...painted,
        ...kept,
        ...touches,
        ...schemeConstants(entity),
        ...(entity.liquids === 'coupled' && { liquids: entity.liquids }),
        ...(entity.fibres && { fibres: fibreConstants(entity.fibres) }),
        ...fractureConstants(entity.fracture),
      };
    }
    case 'cloth': {
      const { kind, source, fabric, substeps, transform, velocity, angularVelocity } = entity;
      const plasticity = entity.plasticity.enabled && entity.plasticity;
      const contact = (entity.contact.self || entity.contact.others) && entity.contact;
      const { liesOn, volumeConservation } = entity;
      const placed = { transform, velocity, angularVelocity };
      const kept = volumeConservation?.enabled === true && { volumeConservation };
      const lying = { ...(liesOn && { liesOn }), ...kept };
      return { kind, source: withoutPath(source), fabric, contact, plasticity, substeps, ...placed, ...lying };
    }
    case 'liquid': {
      const { kind, domain, cellSize, density, viscosity, transport, spray, vortices, frames } = entity;
      const given = {
        ...(viscosity > 0 && { viscosity }),
        ...(transport && { transport }),
        ...(spray.enabled && { spray }),
        ...(vortices.enabled && { vortices }),
        ...(frames !== 'exact' && { frames }),
      };
      return { kind, domain, cellSize, density, ...given };
    }
    case 'region': {
      const { kind, role, shape } = entity;
      const constant = role.kind === 'fill' ? role : { kind: role.kind };
      return { kind, liquid: entity.liquid, role: constant, shape: withoutPath(shape) };
    }
    case 'collider':
      return { kind: entity.kind, shape: withoutPath(entity.shape) };
    case 'pin': {
      const { kind, target, selection, hold, pivot, follow } = entity;
      const held = selection.kind === 'painted' ? { ...selection, field: paintedKey(selection.field) } : selection;
      return { kind, target, selection: held, hold, pivot, ...(follow !== undefined && { follow }) };
    }
    case 'force':
      return { kind: entity.kind, field: entity.field.kind, targets: entity.targets };
    case 'camera':
      return undefined;
  }
}

/** A solid that says no mesher has its own elements, whatever is painted. */
function paintedDetail({ meshing, painted }: Solid): { readonly paintedDetail: string | undefined } {
  return { paintedDetail: meshing && paintedKey(painted?.detail, 0) };
}

/** The scheme that moves a solid, where it is not the semi-implicit one. */
function schemeConstants({ integration = 'semi-implicit', newtonIterations = 1 }: Solid): object {
  if (integration === 'semi-implicit') return {};
  return { integration, ...(newtonIterations > 1 && { newtonIterations }) };
}

/** Fibres without what is keyed. */
function fibreConstants({ direction }: Fibres): unknown {
  if (direction.kind === 'painted') return { direction: { kind: 'painted', field: paintedKey(direction.field, 0) } };
  return { direction: withoutPath(direction) };
}

/** Plasticity without what is keyed. */
function plasticConstants(plasticity: Plasticity | undefined): unknown {
  if (plasticity?.goal === undefined) return plasticity;
  const { pull: _pull, shape, paintedStrength, smoothing, ...goal } = plasticity.goal;
  const painted = { paintedStrength: paintedKey(paintedStrength, 1) };
  const smoothed = smoothing === 0 ? {} : { smoothing };
  return { ...plasticity, goal: { ...goal, ...painted, ...smoothed, shape: withoutPath(shape) } };
}

/** The ways of colliders that press solids to their goals, up to frames of their own, which may lie beyond the shot. */
function pressConstants(solids: readonly Solid[], scene: Scene): object {
  const presses = solids.flatMap((solid) => {
    const press = pressOf(solid, scene);
    return press === undefined ? [] : [[solid.id, press.colliders] as const];
  });
  return presses.length === 0 ? {} : { presses: Object.fromEntries(presses) };
}

/** Fracture without what is keyed. */
function fractureConstants(fracture: Fracture | undefined): object {
  if (fracture?.enabled !== true) return {};
  const { toughness: _toughness, paintedToughness, ...constant } = fracture;
  return { fracture: { ...constant, paintedToughness: paintedKey(paintedToughness, 1) } };
}

/** A file counts by its content, wherever it lies. */
function withoutPath(source: object): object {
  return Object.fromEntries(Object.entries(source).filter(([member]) => member !== 'path'));
}
