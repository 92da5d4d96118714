import type { Frame } from '../../frames/Frame.ts';
import { PARTICLES } from '../../frames/makeStreams.ts';
import { ID, positionsOf, valuesOf, velocitiesOf } from '../../frames/Stream.ts';
import { WHITEWATER } from '../../frames/Whitewater.ts';
import { closedSides, liquidGrid } from '../../liquids/liquidGrid.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { Neighbours } from '../../liquids/whitewater/Neighbours.ts';
import type { WhitewaterInput } from '../../liquids/whitewater/WhitewaterPass.ts';
import { evaluate } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { frameDuration, isKind, type QualityName, type Scene } from '../../scene/Scene.ts';

/** Raised when equal frames and settings give other whitewater. */
export const WHITEWATER_VERSION = '3';

/** Returns the enabled liquids of a scene that have a stream of whitewater. */
export function whiteLiquids(scene: Scene, quality: QualityName): Liquid[] {
  return askingLiquids(scene).filter((liquid) => hasWhitewater(liquid, scene, quality));
}

/** Returns a warning for each liquid that asks for whitewater and is simulated without the particles that make it. */
export function whitewaterWarnings(scene: Scene, quality: QualityName): string[] {
  return askingLiquids(scene)
    .filter((liquid) => !hasWhitewater(liquid, scene, quality))
    .map(
      ({ id }) =>
        `liquid '${id}' has no particles that could make whitewater; choose the method Full 3D and an advection by particles, or turn whitewater off`,
    );
}

function askingLiquids({ entities }: Scene): Liquid[] {
  return entities.filter(isKind('liquid')).filter((liquid) => liquid.enabled && liquid.whitewater.enabled);
}

function hasWhitewater(liquid: Liquid, scene: Scene, quality: QualityName): boolean {
  const streams = solverOf(liquid).streams(liquid, scene.quality[quality].edgeScale);
  return streams.some(({ name }) => name === WHITEWATER);
}

/** Returns a liquid's particles at a frame; undefined where the frame does not have them. */
export function particlesAt(
  { streams }: Frame,
  liquid: Liquid,
  scene: Scene,
  quality: QualityName,
): Neighbours | undefined {
  const points = streams.find(({ entity, name }) => entity === liquid.id && name === PARTICLES);
  if (points === undefined) return undefined;
  const { h } = liquidGrid(liquid, scene.quality[quality].edgeScale);
  return new Neighbours(positionsOf(points), velocitiesOf(points), valuesOf(points, ID, Uint32Array), h);
}

/** Returns what whitewater of a liquid follows from at a frame beside the particles. */
export function whitewaterInput(scene: Scene, quality: QualityName, liquid: Liquid, frame: number): WhitewaterInput {
  const { h, origin, counts } = liquidGrid(liquid, scene.quality[quality].edgeScale);
  const [x, y, z] = scene.physics.gravity.map((component) => evaluate(component, frame));
  const end = (axis: 0 | 1 | 2) => origin[axis] + counts[axis] * h;
  return {
    settings: liquid.whitewater,
    h,
    low: [origin[0], origin[1], origin[2]],
    high: [end(0), end(1), end(2)],
    closed: closedSides(liquid),
    gravity: [x, y, z],
    duration: frameDuration(scene),
    seed: scene.physics.seed,
  };
}
