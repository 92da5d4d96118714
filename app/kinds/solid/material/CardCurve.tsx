import { useEffect, useState } from 'react';
import type { MaterialPreset } from '../../../../src/protocol/requests/program.ts';
import { useSession } from '../../../session/Session.ts';

/** Stretches at the ends of a card's curve, and points of it. */
const [FROM, TO, POINTS] = [-0.25, 2, 37];
/** The curve is as high as its largest stress between these stretches. */
const SCALE_FROM = 0.4;
/** Units of the drawing. */
const [WIDTH, HEIGHT] = [100, 28];

export interface CardCurve {
  readonly stretch: readonly number[];
  readonly stress: readonly number[];
}

/** How each material answers to stretch, by preset; those that are not there yet are missing. */
export function useCardCurves(presets: readonly MaterialPreset[], wanted: boolean): ReadonlyMap<string, CardCurve> {
  const { connection, log } = useSession();
  const [curves, setCurves] = useState<ReadonlyMap<string, CardCurve>>(new Map());
  useEffect(() => {
    if (!wanted) return;
    let ended = false;
    const ask = async ({ type, model, youngsModulus, poissonRatio }: MaterialPreset) => {
      const material = { model, params: {}, youngsModulus, poissonRatio };
      return [
        type,
        await connection.call('materialCurve', { ...material, from: FROM, to: TO, count: POINTS }),
      ] as const;
    };
    Promise.all(presets.map(ask))
      .then((found) => {
        if (!ended) setCurves(new Map(found));
      })
      .catch((error: unknown) => {
        if (!ended) log.error('could not draw the curves of the materials', error);
      });
    return () => {
      ended = true;
    };
  }, [connection, log, presets, wanted]);
  return curves;
}

/** Stress against stretch, small: its shape, not its size. The line is no stress; left of the mark the material is inside out. */
export function CardCurveDrawing({ curve }: { readonly curve: CardCurve | undefined }) {
  const x = (stretch: number) => ((stretch - FROM) / (TO - FROM)) * WIDTH;
  return (
    <svg className="preset-card-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={`M0 ${HEIGHT / 2}H${WIDTH}M${x(0)} 0V${HEIGHT}`} />
      {curve !== undefined && <polyline points={curvePoints(curve, x)} />}
    </svg>
  );
}

function curvePoints({ stretch, stress }: CardCurve, x: (stretch: number) => number): string {
  const seen = stress.filter((value, k) => stretch[k] >= SCALE_FROM && Number.isFinite(value));
  const largest = Math.max(...seen.map(Math.abs), Number.MIN_VALUE);
  return stretch
    .map((at, k) => [at, stress[k]] as const)
    .filter(([, value]) => Number.isFinite(value))
    .map(([at, value]) => {
      const y = (0.5 - (0.46 * value) / largest) * HEIGHT;
      return `${x(at).toFixed(1)},${Math.min(2 * HEIGHT, Math.max(-HEIGHT, y)).toFixed(1)}`;
    })
    .join(' ');
}
