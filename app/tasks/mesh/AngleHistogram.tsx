import { useEffect, useMemo, useRef, useState } from 'react';
import { BarChart3 } from 'lucide-react';
import type { MeshPreview } from '../../../src/protocol/requests/meshes.ts';
import { Section } from '../../inspector/Section.tsx';
import { formatNumber } from '../../units/formatNumber.ts';
import { ANGLE_LIMITS, angleBins, badShare } from './angleBins.ts';
import { drawAngles } from './drawAngles.ts';
import { useTheme } from '../../ui/theme.ts';

type Quality = Pick<MeshPreview, 'dihedrals' | 'minDihedral' | 'maxDihedral' | 'worstAspect'>;

/** How well the elements are shaped: their dihedral angles, and the worst of them. */
export function AngleHistogram({ result }: { readonly result: Quality }) {
  const { dihedrals, minDihedral, maxDihedral, worstAspect } = result;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const [width, setWidth] = useState(0);
  const bins = useMemo(() => angleBins(dihedrals), [dihedrals]);
  const bad = badShare(bins);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current !== null && width > 0) drawAngles(canvas.current, bins);
  }, [bins, width, theme]);
  const summary = `${minDihedral.toFixed(1)}° to ${maxDihedral.toFixed(1)}°`;
  return (
    <Section
      title="Dihedral angles"
      icon={BarChart3}
      summary={summary}
      action={<span className="task-count">√ count</span>}
    >
      <canvas
        ref={canvas}
        className="angle-histogram"
        role="img"
        aria-label={`Dihedral angles from ${summary}; ${formatNumber(100 * bad, 2)} % beyond the limits`}
      />
      <dl className="angle-figures">
        <Figure name="Min" text={`${minDihedral.toFixed(1)}°`} bad={minDihedral < ANGLE_LIMITS.least} />
        <Figure name="Max" text={`${maxDihedral.toFixed(1)}°`} bad={maxDihedral > ANGLE_LIMITS.most} />
        <Figure name="Aspect" text={formatNumber(worstAspect, 3)} bad={worstAspect > BAD_ASPECT} />
        <Figure name="Beyond" text={`${formatNumber(100 * bad, 2)} %`} bad={bad > 0} />
      </dl>
    </Section>
  );
}

/** Longest edge over shortest altitude from which on an element is a sliver. */
const BAD_ASPECT = 20;

function Figure({ name, text, bad }: { readonly name: string; readonly text: string; readonly bad: boolean }) {
  return (
    <div data-bad={bad || undefined}>
      <dt>{name}</dt>
      <dd className="mono">{text}</dd>
    </div>
  );
}
