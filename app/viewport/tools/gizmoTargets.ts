import type { Object3D } from 'three';
import type { Entity } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import { schemaDefault, type JsonSchema } from '../../forms/formFields.ts';
import { restMesh } from '../../client/frames/shownMeshes.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { GizmoMode } from '../../entities/ViewportKind.ts';
import type { Session } from '../../session/Session.ts';
import { viewportStore } from '../viewportState.ts';
import { sculptHandles, type SculptStep } from './sculptHandles.ts';

/** What the handles are on. */
export interface GizmoTarget {
  readonly mode: GizmoMode;
  readonly space: 'local' | 'world';
  /** Axes that have handles. */
  readonly axes: readonly string[];
  /** The body that follows the handles while they are dragged. */
  readonly moves: string | undefined;
  place(object: Object3D): void;
  /** Writes where the handles are into the document. */
  apply(object: Object3D, gesture: string): void;
}

const EVERY_AXIS = ['x', 'y', 'z'];

/** The step of a goal that is being shaped, or the active entity while a tool that moves is chosen. */
export function gizmoTarget(session: Session): GizmoTarget | undefined {
  // Handles are found over the whole picture: they need one that is not divided.
  if (session.view.getState().compare !== undefined) return undefined;
  return session.view.getState().sculpting === undefined ? entityTarget(session) : sculptTarget(session);
}

function entityTarget(session: Session): GizmoTarget | undefined {
  const { tool, solo } = session.view.getState();
  const { scene } = session.document;
  const active = session.selection.getState().ids.at(-1);
  const entity = scene?.entities.find(({ id }) => id === active);
  const mode = tool === 'pin' ? 'move' : tool;
  if (entity === undefined || (mode !== 'move' && mode !== 'rotate' && mode !== 'scale')) return undefined;
  const usable =
    isShown(entity, soloIn(scene, solo)) &&
    !entity.display.locked &&
    (tool !== 'pin' || viewportKind(entity).gizmo?.tool === 'pin');
  if (!usable || !gizmoModes(entity).includes(mode)) return undefined;
  return {
    mode,
    // Solids and pins scale along their own axes.
    space: mode === 'scale' ? 'local' : viewportStore(session).getState().space,
    axes: EVERY_AXIS,
    moves: restMesh(session.frameSource.store.getState().statics, entity.id)?.entity,
    place: (object) => placeGizmo(entity, session.timeline.getState().frame, object),
    apply: (object, gesture) => moveEntity(session, entity, mode, object, gesture),
  };
}

function moveEntity(session: Session, { id, name }: Entity, mode: GizmoMode, object: Object3D, gesture: string): void {
  const { frame, autoKey } = session.timeline.getState();
  session.document.edit(
    `${mode} ${entityName({ id, name })}`,
    (scene) => {
      const draft = scene.entities.find((entity) => entity.id === id);
      if (draft !== undefined) applyGizmo(draft, mode, frame, object, autoKey);
    },
    { gesture },
  );
}

/** Nothing until the goal is found: the handles sit on the box that the step deforms. */
function sculptTarget(session: Session): GizmoTarget | undefined {
  const { sculpting, goal } = session.view.getState();
  const solid = session.document.scene?.entities.find(({ id }) => id === sculpting?.entity);
  if (sculpting === undefined || solid === undefined || goal?.entity !== solid.id) return undefined;
  const [cage, shape] = [goal.cages.at(sculpting.step), goalShapeOf(solid)];
  if (cage === undefined || shape === undefined) return undefined;
  if (!isSculptable(shape)) return undefined;
  const step = shape.kind === 'sculpted' ? shape.steps.at(sculpting.step) : shape;
  if (step === undefined || !('plasticity' in solid)) return undefined;
  const handles = sculptHandles(completed(session, step), sculpting.part, cage, solid.transform);
  if (handles === undefined) return undefined;
  return {
    ...handles,
    space: 'local',
    moves: undefined,
    apply: (object, gesture) =>
      session.document.edit(
        `Edit the goal of ${entityName(solid)}`,
        (scene) => {
          const draft = scene.entities.find(({ id }) => id === solid.id);
          const goalShape = draft && goalShapeOf(draft);
          if (goalShape === undefined || !isSculptable(goalShape)) return;
          const present = goalShape.kind === 'sculpted' ? goalShape.steps.at(sculpting.step) : goalShape;
          if (present !== undefined) Object.assign(present.params, handles.read(object));
        },
        { gesture },
      ),
  };
}

type GoalShape = NonNullable<ReturnType<typeof goalShapeOf>>;

/** Whether a shape has steps that handles change. */
function isSculptable(shape: GoalShape): shape is Extract<GoalShape, { kind: 'sculpted' | 'registered' }> {
  return shape.kind === 'sculpted' || shape.kind === 'registered';
}

/** The shape that an entity's plastic flow leads to; undefined where it has none. */
function goalShapeOf(entity: Entity) {
  const plasticity = 'plasticity' in entity ? entity.plasticity : undefined;
  return plasticity !== undefined && 'goal' in plasticity ? plasticity.goal?.shape : undefined;
}

/** The step with what its document leaves out. */
function completed(session: Session, { type, params }: SculptStep): SculptStep {
  const definitions = session.program.getState().catalogue?.definitions ?? [];
  const definition = definitions.find((one) => one.kind === 'goal shape' && one.type === type);
  const defaults = definition === undefined ? {} : (schemaDefault(definition.params as JsonSchema) as object);
  return { type, params: { ...defaults, ...params } };
}

/** What a gizmo can do with an entity; empty where it has no place. */
function gizmoModes(entity: Entity): readonly GizmoMode[] {
  return viewportKind(entity).gizmo?.modes(entity) ?? [];
}

/** Puts an object where the entity's gizmo belongs at a frame. */
export function placeGizmo(entity: Entity, frame: number, object: Object3D): void {
  object.quaternion.identity();
  object.scale.set(1, 1, 1);
  viewportKind(entity).gizmo?.place(entity, frame, object);
}

/** Writes the place of the gizmo into the entity (see `KindGizmo.apply`). */
export function applyGizmo(entity: Entity, mode: GizmoMode, frame: number, object: Object3D, autoKey = false): void {
  viewportKind(entity).gizmo?.apply(entity, mode, frame, object, autoKey);
}
