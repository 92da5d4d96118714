import { CELLS, LEVEL_SET, levelSetCells, PARTICLES, pointMotion, sprayFlag } from '../../../frames/makeStreams.ts';
import { WHITEWATER, whitewaterAttributes } from '../../../frames/Whitewater.ts';
import type { ExtractedStream, GridBox, StaticStream } from '../../../frames/StaticStream.ts';
import { transportOf } from '../../LiquidTransport.ts';
import type { Liquid } from '../../../scene/kinds/liquid.ts';
import { closedSides, liquidGrid } from '../../liquidGrid.ts';

/** Particles that fill a cell. */
const PARTICLES_OF_CELL = 8;

/**
 * The streams of a liquid: its particles, which are spray alone where it is a level set, and its cells, which frames hold where it is one. The surface is
 * that of whichever of them the liquid is.
 */
export function liquidStreams(liquid: Liquid, edgeScale: number): StaticStream[] {
  const { id: entity, spray, transport, surface: settings, whitewater } = liquid;
  const { origin, h, counts } = liquidGrid(liquid, edgeScale);
  const box: GridBox = { origin, spacing: h, counts };
  const surface: ExtractedStream['surface'] = {
    box,
    spacing: h / settings.detail,
    pointRadius: settings.dropletSize * h,
    smoothing: settings.smoothing,
    closedSides: closedSides(liquid),
  };
  const { definition, params } = transportOf(transport);
  const isLevelSet = definition.storesLevelSet === true;
  const dropsOfCell = definition.dropsOfCell?.(params) ?? PARTICLES_OF_CELL;
  const shared = { entity, topology: 'changing', purpose: 'result' } as const;
  const whitewaterPoints = {
    ...shared,
    name: WHITEWATER,
    type: 'points',
    attributes: whitewaterAttributes,
    diameter: whitewater.pointSize * h,
  } as const;
  return [
    {
      ...shared,
      name: PARTICLES,
      type: 'points',
      attributes: spray.enabled ? [...pointMotion, sprayFlag] : pointMotion,
      diameter: ballDiameter(h, PARTICLES_OF_CELL),
      ...(spray.enabled && { sprayDiameter: ballDiameter(h, dropsOfCell) }),
      ...(!isLevelSet && { surface }),
    },
    ...(whitewater.enabled && !isLevelSet ? [whitewaterPoints] : []),
    {
      ...shared,
      name: isLevelSet ? LEVEL_SET : CELLS,
      type: 'grid',
      attributes: isLevelSet ? levelSetCells : [],
      box,
      ...(isLevelSet && { surface }),
    },
  ];
}

/** Returns the diameter of a ball, m, of which `perCell` have the volume of a cell with edge `h`. */
function ballDiameter(h: number, perCell: number): number {
  return h * Math.cbrt(6 / (perCell * Math.PI));
}
