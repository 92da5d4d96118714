import type { SceneInput } from '../../Scene.ts';

/** An entity as a template writes it: anything with a default may be left out. */
export type EntityInput = NonNullable<SceneInput['entities']>[number];
export type SolidInput = Extract<EntityInput, { kind: 'solid' }>;
export type ClothInput = Extract<EntityInput, { kind: 'cloth' }>;
export type ColliderInput = Extract<EntityInput, { kind: 'collider' }>;
export type RigidBodyInput = Extract<EntityInput, { kind: 'rigidBody' }>;
export type JointInput = Extract<EntityInput, { kind: 'joint' }>;
export type RegionInput = Extract<EntityInput, { kind: 'region' }>;
export type LiquidInput = Extract<EntityInput, { kind: 'liquid' }>;
