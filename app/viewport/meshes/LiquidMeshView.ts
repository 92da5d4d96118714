import type { DisplayMesh } from '../../client/frames/DisplayFrame.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import type { StreamLook } from '../../entities/ViewportKind.ts';
import { setCasts } from '../engine/casters.ts';
import type { SharedLook } from '../engine/SharedLook.ts';
import { boxOf } from '../streams/boxOf.ts';
import type { StreamStyle } from '../streams/StreamView.ts';
import { SurfaceView } from '../streams/SurfaceView.ts';
import { MeshView } from './MeshView.ts';

/** A mesh that is the surface of a liquid: drawn as clear water where a mesh would be drawn shaded. Nothing is drawn of it before anything is simulated. */
export class LiquidMeshView extends MeshView {
  private readonly water: SurfaceView;

  constructor(statics: MeshStatics, shared: SharedLook) {
    super(statics, shared);
    this.water = new SurfaceView(shared);
    this.object.add(this.water.object);
    setCasts(this.surface, false);
  }

  override write(body: DisplayMesh | undefined): void {
    super.write(body);
    if (body === undefined) {
      this.water.show(undefined);
      return;
    }
    const { min, max } = boxOf(body.positions);
    this.water.show({
      positions: body.positions,
      normals: body.normals,
      values: body.colour?.surface,
      foam: body.foam ?? new Float32Array(body.positions.length / 3),
      triangles: this.statics.surface.triangles,
      bounds: Float32Array.of(...min.toArray(), ...max.toArray()),
    });
  }

  override setLook(look: StreamLook): void {
    super.setLook(look);
    this.water.setLook(look);
  }

  override setStyle(style: StreamStyle): void {
    const isWater = style.mode === 'shaded' || (style.mode === 'cut' && style.cutStyle === 'planar');
    super.setStyle(isWater ? { ...style, outline: 'none' } : style);
    setCasts(this.surface, false);
    this.surface.visible = !isWater;
    this.water.setStyle(style.visible && isWater && !style.isolating, style);
  }

  override setFieldAmount(amount: number): void {
    super.setFieldAmount(amount);
    this.water.setFieldAmount(amount);
  }

  override dispose(): void {
    super.dispose();
    this.water.dispose();
  }
}
