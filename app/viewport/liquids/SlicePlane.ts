import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  Mesh,
  NearestFilter,
  RGBAFormat,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  type Color,
} from 'three';
import { cellKinds } from '../../../src/frames/LiquidCells.ts';
import type { ColourMap } from '../../../src/frames/colours/colourMaps.ts';
import { planeAxes, type ShownSlice } from './ShownSlice.ts';
import { sliceMap } from './sliceInfo.ts';

const AXES = ['x', 'y', 'z'];
/** Render order: after bodies and before the clear surface of the liquid. */
const ORDER = 4;

const vertexShader = /* glsl */ `
varying vec2 vPlace;
uniform vec2 counts;
void main() {
  vPlace = uv * counts;
  vec4 mvPosition = modelViewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * mvPosition;
}`;

/** Cells are flat in colour; solids are hatched, cells that they cut half as dense; lines between cells fade where those are small. */
const fragmentShader = /* glsl */ `
uniform sampler2D cells;
uniform vec2 counts;
uniform vec3 solidColour;
uniform vec3 lineColour;
uniform float airOpacity;
varying vec2 vPlace;
void main() {
  vec4 cell = texture2D(cells, (floor(min(vPlace, counts - 0.5)) + 0.5) / counts);
  float kind = floor(3.0 * cell.a + 0.5);
  vec3 colour = cell.rgb;
  float alpha = kind < 0.5 ? airOpacity : 1.0;
  float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 7.0);
  if (kind > 1.5 && kind < 2.5) colour = solidColour * (stripe < 3.5 ? 1.0 : 0.72);
  if (kind > 2.5 && stripe < 1.5) colour = mix(colour, solidColour, 0.8);
  vec2 size = 1.0 / max(fwidth(vPlace), vec2(1e-6));
  vec2 toLine = (0.5 - abs(fract(vPlace) - 0.5)) * size;
  float line = 1.0 - smoothstep(0.4, 1.1, min(toLine.x, toLine.y));
  line *= 0.4 * smoothstep(5.0, 12.0, min(size.x, size.y));
  colour = mix(colour, lineColour, line);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(colour, alpha);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

export interface SliceColours {
  readonly cellLiquid: Color;
  readonly cellSolid: Color;
  readonly edge: Color;
}

/** A layer of a liquid's cells, drawn as a sheet of squares. */
export class SlicePlane {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly colours: SliceColours;
  private readonly corners = new BufferAttribute(new Float32Array(12), 3);
  private texture: DataTexture | undefined;
  private shown: ShownSlice | undefined;

  constructor(colours: SliceColours) {
    this.colours = colours;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.corners);
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      side: DoubleSide,
      transparent: true,
      uniforms: {
        cells: { value: null },
        counts: { value: new Vector2(1, 1) },
        solidColour: { value: colours.cellSolid },
        lineColour: { value: colours.edge },
        airOpacity: { value: 0 },
      },
    });
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
    this.object.renderOrder = ORDER;
    this.object.visible = false;
  }

  /** Shows a layer at `place`, m along its axis; nothing for undefined. */
  show(slice: ShownSlice | undefined, place: number): void {
    this.object.visible = slice !== undefined;
    if (slice === undefined) return;
    this.standAt(slice, place);
    if (slice === this.shown) return;
    this.shown = slice;
    this.texture?.dispose();
    this.texture = cellTexture(slice, this.colours);
    const { uniforms } = this.object.material;
    uniforms.cells.value = this.texture;
    uniforms.counts.value.set(...slice.counts);
    // Distances mean something in the air, too.
    uniforms.airOpacity.value = slice.field === 'distance' ? 0.2 : 0;
  }

  dispose(): void {
    this.texture?.dispose();
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  private standAt({ axis, counts, cellSize, origin }: ShownSlice, place: number): void {
    const across = AXES.indexOf(axis);
    const [one, two] = planeAxes(axis);
    for (let corner = 0; corner < 4; corner++) {
      const at = [...origin];
      at[across] = place;
      at[one] += (corner & 1) * counts[0] * cellSize;
      at[two] += (corner >> 1) * counts[1] * cellSize;
      this.corners.setXYZ(corner, at[0], at[1], at[2]);
    }
    this.corners.needsUpdate = true;
  }
}

/** A texel per cell: its colour, and its kind as opacity. */
function cellTexture({ counts, kinds, values, field, limits }: ShownSlice, { cellLiquid }: SliceColours): DataTexture {
  const data = new Uint8Array(4 * kinds.length);
  const map: ColourMap = sliceMap(field);
  const plain = cellLiquid.clone().convertLinearToSRGB();
  const last = map.length / 3 - 1;
  for (let cell = 0; cell < kinds.length; cell++) {
    const share = (values[cell] - limits[0]) / (limits[1] - limits[0]);
    const at = 3 * Math.round(Math.min(1, Math.max(0, share)) * last);
    for (let k = 0; k < 3; k++) data[4 * cell + k] = map[at + k];
    if (field === 'cells') data.set([255 * plain.r, 255 * plain.g, 255 * plain.b], 4 * cell);
    data[4 * cell + 3] = Math.round((255 * kinds[cell]) / (cellKinds.length - 1));
  }
  const texture = new DataTexture(data, counts[0], counts[1], RGBAFormat);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = NearestFilter;
  texture.minFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
