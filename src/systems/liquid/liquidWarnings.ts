import type { LiquidRegion, RegionRoom } from './LiquidRegion.ts';

/** What an artist should hear about a liquid's regions before waiting for them: those that can do nothing where they begin. */
export function liquidWarnings(
  liquid: string,
  regions: readonly { readonly region: LiquidRegion; readonly room: RegionRoom }[],
): string[] {
  if (regions.every(({ region }) => region.role === 'drain')) {
    return [`liquid '${liquid}' stays empty: no region fills it or pours into it; add one`];
  }
  return regions.flatMap(({ region: { id }, room }) => {
    switch (room) {
      case 'outside':
        return [
          `region '${id}' begins outside of the box of liquid '${liquid}'; move it into the box, or make the box larger`,
        ];
      case 'small':
        return [
          `region '${id}' is too small for the cells of liquid '${liquid}'; make it larger, or the cells smaller`,
        ];
      case 'covered':
        return [`region '${id}' begins inside of colliders or solids, where liquid has no room; move it or them`];
      case 'free':
        return [];
    }
  });
}
