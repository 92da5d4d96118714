import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import type { Session } from '../../session/Session.ts';
import { frameKind, kindLabels } from './frameKinds.ts';

/** A frame in few words: `1098 stale · 0.48 s · checkpoint`. Undefined for one that is not of the shot. */
export function describeFrame({ frames }: Session, frame: number): string | undefined {
  const { cells, inMemory, stats } = frames.getState();
  const cell = cells.at(Math.max(frame - (cells.at(0)?.frame ?? 0), 0));
  if (cell === undefined || cell.frame !== frame) return undefined;
  const known = stats.get(cell.storedKey ?? cell.key);
  const inverted = known?.stats.invertedElements ?? 0;
  const parts = [
    `${frame} ${kindLabels[frameKind(cell, inMemory)].toLowerCase()}`,
    known?.seconds !== undefined && formatQuantity(known.seconds, bestUnit('s', known.seconds), 2),
    inverted > 0 && `${inverted} inverted`,
    ...(known?.stats.judgements ?? []).map((judgement) => judgement.label),
    cell.checkpoint && 'checkpoint',
  ];
  return parts.filter(Boolean).join(' · ');
}
