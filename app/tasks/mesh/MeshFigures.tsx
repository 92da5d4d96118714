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
  const { kind, tets, vertices, simulationBytes, frameBytes, seconds, cached } = result;
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
      <p>
        {cached ? 'From the cache' : `Filled in ${formatNumber(seconds, 2)} s`}, {formatBytes(frameBytes)} a frame on
        disk
      </p>
    </div>
  );
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
