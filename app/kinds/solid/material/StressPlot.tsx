import { useEffect, useRef, useState } from 'react';
import type { SteadyMaterial } from '../../../../src/scene/properties/material.ts';
import { useSession } from '../../../session/Session.ts';
import { useTheme } from '../../../ui/theme.ts';
import { bestUnit } from '../../../units/displayUnits.ts';
import { drawStressPlot, PLOT_STRETCHES, type StressCurves } from './drawStressPlot.ts';

/** Milliseconds after the last change before the curve is asked for again. */
const SETTLE = 60;
/** The model that the dashed curve is of. */
const REFERENCE_MODEL = 'neo-hookean';
const POINTS = 121;

interface StressPlotProps {
  readonly material: Pick<SteadyMaterial, 'model' | 'params' | 'youngsModulus' | 'poissonRatio'>;
}

/**
 * Principal stress against stretch of the chosen model, through inversion (Irving 2007, figure 2.3), beside neo-Hookean (dashed).
 */
export function StressPlot({ material }: StressPlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const curves = useStressCurves(material);
  const theme = useTheme();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = canvas.current!;
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (curves !== undefined && width > 0) drawStressPlot(canvas.current!, curves, material.model);
  }, [curves, width, material.model, theme]);
  return <canvas ref={canvas} className="stress-plot" role="img" aria-label={describe(material.model, curves)} />;
}

/** The curves of the material and the reference; the last ones while new ones are under way. */
function useStressCurves({ model, params, youngsModulus, poissonRatio }: StressPlotProps['material']) {
  const { connection } = useSession();
  const [curves, setCurves] = useState<StressCurves>();
  const request = JSON.stringify({ model, params, youngsModulus, poissonRatio });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(async () => {
      const [from, to] = PLOT_STRETCHES;
      const chosen = JSON.parse(request) as StressPlotProps['material'];
      const ask = (asked: Pick<SteadyMaterial, 'model' | 'params'>) =>
        connection.call('materialCurve', { ...chosen, ...asked, from, to, count: POINTS });
      try {
        const [shown, reference] = await Promise.all([ask(chosen), ask({ model: REFERENCE_MODEL, params: {} })]);
        if (wanted) setCurves({ shown, reference: chosen.model === REFERENCE_MODEL ? undefined : reference });
      } catch {
        // The host may be starting again, or the numbers are out of range while they are typed: the last curve stays.
      }
    }, SETTLE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [connection, request]);
  return curves;
}

function describe(model: string, curves: StressCurves | undefined): string {
  if (curves === undefined) return `Stress of the ${model} model against stretch`;
  const { stretch, stress } = curves.shown;
  const last = stress[stress.length - 1];
  const unit = bestUnit('Pa', last);
  return `Principal stress of the ${model} model: ${(last / unit.factor).toPrecision(3)} ${unit.symbol} at a stretch of ${stretch[stretch.length - 1]}`;
}
