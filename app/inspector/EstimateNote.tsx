import { estimateOf, isTight } from '../../src/scene/estimates.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import { useDocument, useProgram, useView } from '../session/Session.ts';
import { formatBytes } from '../units/formatBytes.ts';
import { formatNumber } from '../units/formatNumber.ts';

/** What simulating an entity at the chosen quality takes of memory and of the cache; nothing where the entity alone does not say it. */
export function EstimateNote({ entity }: { readonly entity: Entity }) {
  const quality = useView((state) => state.quality);
  const edgeScale = useDocument((state) => state.open?.scene.quality[quality].edgeScale) ?? 1;
  const machine = useProgram((state) => state.catalogue?.machine);
  const estimate = estimateOf(entity, edgeScale);
  if (estimate === undefined) return null;
  const { count, counted, detail, memoryBytes, frameBytes, most = Infinity } = estimate;
  const tooMany = count > most;
  const tight = machine !== undefined && isTight(estimate, machine.memoryBytes);
  return (
    <p className="inspector-figures" role="status" data-tone={tooMany || tight ? 'danger' : undefined}>
      {formatNumber(count, 9)} {counted}
      {detail !== undefined && ` (${detail})`}: about{' '}
      {memoryBytes !== undefined && `${formatBytes(memoryBytes)} of memory and `}
      {formatBytes(frameBytes)} of cache for each frame.
      {tooMany && ` More than ${formatNumber(most, 9)} cannot be simulated.`}
      {!tooMany && tight && ' That is most of the memory of this computer.'}
    </p>
  );
}
