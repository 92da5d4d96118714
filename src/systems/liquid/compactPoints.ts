import { POSITION, VELOCITY, type Attribute, type AttributeArray, type Stream } from '../../frames/Stream.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { frameDuration, type QualityName, type Scene } from '../../scene/Scene.ts';
import { liquidGrid } from '../../liquids/liquidGrid.ts';

/** Parts of a cell that places are rounded to, and parts of a cell a frame that velocities are. */
const PARTS = 128;

/**
 * A stream of a liquid as it is stored: the particles of one whose `frames` are compact are rounded, so that they pack into less room. A place is off by
 * less than 1/128 cell along each axis and stays in the liquid's box; a velocity by so little that over one frame it makes less than that.
 * Steps are powers of two and numbers stay whole multiples of them: rounding again changes nothing. What frames go on from is never rounded.
 */
export function compactPoints(stream: Stream, liquid: Liquid, scene: Scene, quality: QualityName): Stream {
  if (stream.type !== 'points' || liquid.frames !== 'compact') return stream;
  const duration = frameDuration(scene);
  const { h, origin, counts } = liquidGrid(liquid, scene.quality[quality].edgeScale);
  const step = powerOfTwo(h / PARTS);
  const rounded = (value: number) => Math.round(value / step) * step + 0;
  const compactPlace = (value: number, k: number) => {
    const low = origin[k % 3];
    const high = low + counts[k % 3] * h;
    const nearest = rounded(value);
    if (nearest < low && value >= low) return nearest + step;
    return nearest > high && value <= high ? nearest - step : nearest;
  };
  const velocityStep = powerOfTwo(h / PARTS / duration);
  // Minus nothing becomes nothing, which packs better.
  const compactVelocity = (value: number) => Math.round(value / velocityStep) * velocityStep + 0;
  const compact = (attribute: Attribute): AttributeArray => {
    if (attribute.name === POSITION) return attribute.values.map(compactPlace);
    return attribute.name === VELOCITY ? attribute.values.map(compactVelocity) : attribute.values;
  };
  return {
    ...stream,
    attributes: stream.attributes.map((attribute) => ({ ...attribute, values: compact(attribute) })),
  };
}

/** The largest one that is not above a positive number. */
function powerOfTwo(value: number): number {
  const near = 2 ** Math.floor(Math.log2(value));
  return near > value ? near / 2 : near;
}
