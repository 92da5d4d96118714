import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, SRGBColorSpace, Color } from 'three';
import { streamAt, type DisplayMesh } from '../../client/frames/DisplayFrame.ts';
import type { Session } from '../../session/Session.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { FIBRE_STRETCH } from '../colour/fibreStretch.ts';
import type { ShotObjects } from '../engine/ShotObjects.ts';
import type { MeshView } from '../meshes/MeshView.ts';
import { viewportStore } from '../viewportState.ts';
import { FibreDirections } from './FibreDirections.ts';
import { FibreShape } from './FibreShape.ts';

interface Lines {
  readonly shape: FibreShape;
  readonly directions: Float32Array;
  readonly view: MeshView;
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly stretches: Float32Array;
  /** What was written last: null before the first time. */
  shown: DisplayMesh | undefined | null;
}

/** Render order: after the surface, before markers. */
const ORDER = 8;

/**
 * Short lines along the fibres of muscles that are selected or pointed at, on their surface and moved with it: red where shortened, blue where
 * stretched.
 */
export class FibreLines {
  readonly object = new Group();
  private readonly session: Session;
  private readonly objects: ShotObjects;
  private readonly directions: FibreDirections;
  private readonly lines = new Map<string, Lines>();
  private readonly material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.85 });
  private readonly palette: Float32Array;

  /** `changed`: there is something else to be drawn. */
  constructor(session: Session, objects: ShotObjects, changed: () => void) {
    this.session = session;
    this.objects = objects;
    this.directions = new FibreDirections(session, changed);
    this.palette = linearPalette();
  }

  /** Brings the lines up to date with the document, the view and the shown frame. */
  update(): void {
    const { document, view, frameSource } = this.session;
    const { scene } = document;
    const { showFibres, mode } = view.getState();
    const selected = this.session.selection.getState().ids;
    const { hovered } = viewportStore(this.session).getState();
    const wanted = new Set<string>();
    if (scene !== undefined && showFibres && (mode === 'shaded' || mode === 'wire') && !this.objects.atStart) {
      for (const entity of scene.entities) {
        if (!('fibres' in entity) || entity.fibres === undefined) continue;
        if (!selected.includes(entity.id) && entity.id !== hovered) continue;
        const solid = this.objects.views.find(entity.id, 'mesh');
        if (solid?.object.visible !== true) continue;
        const directions = this.directions.of(entity, scene);
        if (directions === undefined || 3 * solid.statics.restDeterminants.length !== directions.length) continue;
        wanted.add(entity.id);
        const body = streamAt(frameSource.store.getState().shown, solid.statics);
        this.show(entity.id, solid, directions, body);
      }
    }
    for (const [id, { object }] of this.lines) if (!wanted.has(id)) object.visible = false;
  }

  dispose(): void {
    for (const id of [...this.lines.keys()]) this.remove(id);
    this.directions.dispose();
    this.material.dispose();
  }

  private show(id: string, view: MeshView, directions: Float32Array, body: DisplayMesh | undefined): void {
    let lines = this.lines.get(id);
    if (lines?.directions !== directions || lines.view !== view) {
      this.remove(id);
      lines = this.add(id, view, directions);
    }
    const shown = this.objects.isAtRest(id) ? undefined : body;
    lines.object.visible = true;
    lines.object.matrixAutoUpdate = false;
    lines.object.matrix.copy(view.object.matrix);
    if (lines.shown === shown) return;
    lines.shown = shown;
    this.write(lines, shown);
  }

  private add(id: string, view: MeshView, directions: Float32Array): Lines {
    const shape = new FibreShape(view.statics, directions);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * shape.count), 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(6 * shape.count), 3));
    const object = new LineSegments(geometry, this.material);
    object.renderOrder = ORDER;
    object.frustumCulled = false;
    this.object.add(object);
    const lines = { shape, directions, view, object, stretches: new Float32Array(shape.count), shown: null };
    this.lines.set(id, lines);
    return lines;
  }

  private remove(id: string): void {
    const lines = this.lines.get(id);
    if (lines === undefined) return;
    this.object.remove(lines.object);
    lines.object.geometry.dispose();
    this.lines.delete(id);
  }

  private write({ shape, view, object, stretches }: Lines, body: DisplayMesh | undefined): void {
    const { restVolume, surface } = view.statics;
    const { position, color } = object.geometry.attributes as Record<string, BufferAttribute>;
    const ends = position.array as Float32Array;
    if (body === undefined) shape.write(restVolume, surface.restPositions, surface.restNormals, ends, stretches);
    else shape.write(body.volumePositions, body.positions, body.normals, ends, stretches);
    const colours = color.array as Float32Array;
    const [low, high] = FIBRE_STRETCH.range;
    for (let line = 0; line < stretches.length; line++) {
      const share = Math.min(Math.max((stretches[line] - low) / (high - low), 0), 1);
      const at = 3 * Math.round(share * (this.palette.length / 3 - 1));
      for (let k = 0; k < 6; k++) colours[6 * line + k] = this.palette[at + (k % 3)];
    }
    position.needsUpdate = true;
    color.needsUpdate = true;
  }
}

/** The colours of fibre stretch in linear light. */
function linearPalette(): Float32Array {
  const map = colourMapOf(FIBRE_STRETCH);
  const out = new Float32Array(map.length);
  const colour = new Color();
  for (let k = 0; k < map.length; k += 3) {
    colour.setRGB(map[k] / 255, map[k + 1] / 255, map[k + 2] / 255, SRGBColorSpace).toArray(out, k);
  }
  return out;
}
