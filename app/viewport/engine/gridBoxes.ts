import type { GridBox } from '../../../src/frames/StaticStream.ts';
import type { DisplayStatics, StreamStatics } from '../../state/DisplayStatics.ts';

/** The cells that an entity is simulated on. */
export interface EntityGrid {
  readonly entity: string;
  readonly box: GridBox;
}

/** The grids of a shot, one for each entity that has any. */
export function gridsOf(statics: DisplayStatics | undefined): readonly EntityGrid[] {
  const grids = new Map<string, EntityGrid>();
  for (const stream of statics?.streams ?? []) {
    const { entity } = stream;
    const box = boxOf(stream);
    if (box !== undefined && !grids.has(entity)) grids.set(entity, { entity, box });
  }
  return [...grids.values()];
}

function boxOf(stream: StreamStatics): GridBox | undefined {
  if (stream.type === 'grid') return stream.box;
  return stream.type === 'points' ? stream.surface?.box : undefined;
}
