import type { Curve } from '../../../src/scene/keyable.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import type { ValueWindow } from '../dockStore.ts';
import { effectiveHandle } from './tangents.ts';

/** Share of the height that fitted curves leave free above and below. */
const MARGIN = 0.12;

/** The value axis of every unit among the lanes: that which was chosen, else one that fits its curves. */
export function valueWindows(
  lanes: readonly KeyLane[],
  chosen: ReadonlyMap<string, ValueWindow>,
): ReadonlyMap<string, ValueWindow> {
  const windows = new Map<string, ValueWindow>();
  for (const { info } of lanes) {
    if (windows.has(info.unit)) continue;
    const curves = lanes.filter((lane) => lane.info.unit === info.unit).map(({ curve }) => curve);
    windows.set(info.unit, chosen.get(info.unit) ?? fitCurves(curves));
  }
  return windows;
}

/** The axis that holds the keys and handles of all curves, or only of the given frames. */
export function fitCurves(curves: readonly Curve[], wanted?: (curve: Curve, frame: number) => boolean): ValueWindow {
  let low = Infinity;
  let high = -Infinity;
  const hold = (value: number) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  for (const curve of curves) {
    curve.keys.forEach((key, index) => {
      if (wanted !== undefined && !wanted(curve, key.frame)) return;
      hold(key.value);
      if (wanted !== undefined) return;
      if (key.interpolation === 'bezier') hold(key.value + (effectiveHandle(curve.keys, index, 'out')?.[1] ?? 0));
      if (index > 0 && curve.keys[index - 1].interpolation === 'bezier') {
        hold(key.value + (effectiveHandle(curve.keys, index, 'in')?.[1] ?? 0));
      }
    });
  }
  if (low > high) return { low: 0, high: 1 };
  const span = high - low;
  const margin = span > 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-12) ? span * MARGIN : flatMargin(high);
  return { low: low - margin, high: high + margin };
}

/** The axis zoomed about a value that stays in its place. */
export function zoomWindow({ low, high }: ValueWindow, about: number, factor: number): ValueWindow {
  return { low: about - (about - low) / factor, high: about + (high - about) / factor };
}

function flatMargin(value: number): number {
  return value === 0 ? 0.5 : Math.abs(value) * 0.5;
}
