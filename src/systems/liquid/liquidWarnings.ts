import type { LiquidRegion, RegionRoom } from './LiquidRegion.ts';

/** What an artist should hear about a liquid's regions before waiting for them: those that can do nothing where they begin. */
export function liquidWarnings(
  liquid: string,
  regions: readonly { readonly region: LiquidRegion; readonly room: RegionRoom }[],
): string[] {
  if (regions.every(({ region }) => region.role === 'drain')) {
    return [`liquid '${liquid}' stays empty: no region fills it or emits into it; add one`];
  }
  return regions.flatMap(({ region: { id }, room }) => {
    switch (room) {
      case 'outside':
        return [
          `region '${id}' starts outside the box of liquid '${liquid}'; move it into the box, or make the box larger`,
        ];
      case 'small':
        return [
          `region '${id}' is too small for the cells of liquid '${liquid}'; make it larger, or the cells smaller`,
        ];
      case 'covered':
        return [
          `region '${id}' starts inside colliders or solids, where there is no space for liquid; move it or them`,
        ];
      case 'free':
        return [];
    }
  });
}
