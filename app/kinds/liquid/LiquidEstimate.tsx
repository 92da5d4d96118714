import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { isTight, liquidCells, liquidFrameBytes, liquidMemory, MOST_CELLS } from '../../../src/scene/liquidCells.ts';
import { useDocument, useProgram, useView } from '../../session/Session.ts';
import { formatBytes } from '../../units/formatBytes.ts';
import { formatNumber } from '../../units/formatNumber.ts';

/** How many cells a liquid has at the chosen quality, and what they take of memory and of the cache. */
export function LiquidEstimate({ liquid }: { readonly liquid: Liquid }) {
  const quality = useView((state) => state.quality);
  const edgeScale = useDocument((state) => state.open?.scene.quality[quality].edgeScale) ?? 1;
  const machine = useProgram((state) => state.catalogue?.machine);
  const cells = liquidCells(liquid, edgeScale);
  const count = cells[0] * cells[1] * cells[2];
  const bytes = liquidMemory(liquid, edgeScale);
  const tooMany = count > MOST_CELLS;
  const tight = machine !== undefined && isTight(liquid, edgeScale, machine.memoryBytes);
  return (
    <p className="inspector-figures" role="status" data-tone={tooMany || tight ? 'danger' : undefined}>
      {cells.join(' × ')} cells, {formatNumber(count, 9)} in all; about {formatBytes(bytes)} of memory and{' '}
      {formatBytes(liquidFrameBytes(liquid, edgeScale))} of cache for each frame when full.
      {tooMany && ` More than ${MOST_CELLS / 1e6} million cannot be simulated: use larger cells or a smaller box.`}
      {!tooMany && tight && ' That is most of the memory of this computer.'}
    </p>
  );
}
