import { Vector3 } from 'three';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Session } from '../../session/Session.ts';
import { entityOf } from '../engine/placements.ts';
import type { ViewportEngine } from '../engine/ViewportEngine.ts';
import type { Hit } from '../picking/Picker.ts';

/** Radius of a new pin, as a share of the body's size, until it is dragged. */
const FIRST_RADIUS = 0.08;

/** A pin that is drawn on a body: its middle where the press was, its radius where the pointer goes. One step of undo. */
export class PinDrag {
  private readonly session: Session;
  private readonly id: string;
  private readonly centre: Vector3;
  private readonly label: string;

  private constructor(session: Session, id: string, centre: Vector3, label: string) {
    this.session = session;
    this.id = id;
    this.centre = centre;
    this.label = label;
  }

  /** Adds a pin where a solid was hit; undefined where none was. The region is where vertices stand at the first frame: the rest shape is hit. */
  static start(session: Session, engine: ViewportEngine, hit: Hit): PinDrag | undefined {
    const { document, selection } = session;
    const solid = entityOf(document.scene, hit.entity);
    const view = engine.objects.views.find(hit.entity, 'mesh');
    if (solid === undefined || view === undefined) return undefined;
    const centre = restPoint(view.statics.surface.restPositions, hit) ?? hit.point;
    const radius = FIRST_RADIUS * view.box().getSize(new Vector3()).length();
    const pin = newPin(document.scene!.entities, solid);
    const label = `pin ${entityName(solid)}`;
    const drag = new PinDrag(session, pin.id, centre, label);
    document.edit(
      label,
      (scene) => {
        scene.entities.push({ ...pin, selection: { kind: 'sphere', centre: rounded(centre), radius: round(radius) } });
      },
      { gesture: drag.gesture },
    );
    selection.setState({ ids: [pin.id] });
    return drag;
  }

  drag(hit: Hit | undefined): void {
    if (hit === undefined) return;
    const radius = round(Math.max(hit.point.distanceTo(this.centre), 1e-3));
    this.session.document.edit(
      this.label,
      (scene) => {
        const pin = scene.entities.find(({ id }) => id === this.id);
        if (pin !== undefined && 'selection' in pin && pin.selection.kind === 'sphere') pin.selection.radius = radius;
      },
      { gesture: this.gesture },
    );
  }

  end(): void {
    this.session.document.endGesture();
  }

  private get gesture(): string {
    return `viewport-pin-${this.id}`;
  }
}

/** Returns the place of the hit point of the surface at rest. */
function restPoint(rest: Float32Array, { triangle }: Hit): Vector3 | undefined {
  if (triangle === undefined) return undefined;
  const point = new Vector3();
  triangle.corners.forEach((corner, k) => {
    point.addScaledVector(new Vector3().fromArray(rest, 3 * corner), triangle.weights[k]);
  });
  return point;
}

function rounded({ x, y, z }: Vector3): [number, number, number] {
  return [round(x), round(y), round(z)];
}

function round(value: number): number {
  return Number(value.toFixed(6));
}
