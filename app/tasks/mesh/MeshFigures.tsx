import { formatAbout } from '../../units/formatTime.ts';
import { useProgram } from '../../session/Session.ts';
import { formatBytes } from '../../units/formatBytes.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { formatCost } from './frameCost.ts';
import type { PreviewState } from './LivePreview.ts';

interface MeshFiguresProps {
  readonly result: NonNullable<PreviewState['result']>;
  /** Seconds of a frame of the whole shot; undefined before any was measured. */
  readonly cost: { readonly low: number; readonly high: number } | undefined;
  /** Frames of the shot. */
  readonly frames: number;
  /** They are those before the last change. */
  readonly outdated: boolean;
}

/** What the mesh costs, before it is used. */
export function MeshFigures({ result, cost, frames, outdated }: MeshFiguresProps) {
  const machine = useProgram((state) => state.catalogue?.machine);
  const { kind, tets, vertices, simulationBytes, frameBytes, seconds, cached, mass } = result;
  return (
    <div className="mesh-figures" data-outdated={outdated || undefined} aria-live="polite">
      <Figure
        value={formatNumber(tets, 6)}
        name={kind === 'tet' ? 'tetrahedra' : 'hexahedra'}
        detail={`${formatNumber(vertices, 6)} vertices`}
      />
      <Figure
        value={formatBytes(simulationBytes)}
        name="solver memory"
        detail={machine === undefined ? '' : `of ${formatBytes(machine.memoryBytes)}`}
      />
      <Figure
        value={cost === undefined ? '–' : formatCost(cost)}
        name="per frame, about"
        detail={cost === undefined ? 'simulate once to measure' : `${formatAbout(cost.high * frames)} for ${frames}`}
      />
      {mass !== undefined && (
        <p>
          Weighs {formatNumber(mass.kilograms)} kg, {massErrors(mass)}
        </p>
      )}
      <p>
        {cached ? 'From the cache' : `Filled in ${formatNumber(seconds, 2)} s`}, {formatBytes(frameBytes)} a frame on
        disk
      </p>
    </div>
  );
}

/** Digits after the point of a percentage. */
const PERCENT_DIGITS = 2;

/** How far mass and inertia are off those of the drawn surface. */
function massErrors({ error, inertiaError }: NonNullable<MeshFiguresProps['result']['mass']>): string {
  const percent = (share: number) => `${formatNumber(Number((100 * Math.abs(share)).toFixed(PERCENT_DIGITS)))} %`;
  return `${percent(error)} off what the surface encloses, inertia ${percent(inertiaError)}`;
}

function Figure({ value, name, detail }: { readonly value: string; readonly name: string; readonly detail: string }) {
  return (
    <div>
      <strong className="mono">{value}</strong>
      <span>{name}</span>
      <small>{detail}</small>
    </div>
  );
}
