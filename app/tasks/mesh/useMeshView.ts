import { useEffect, useMemo, useRef } from 'react';
import type { MeshStatics, DisplayStatics } from '../../state/DisplayStatics.ts';
import { elementQualities } from '../../../src/frames/derived/elementNumbers.ts';
import { restMeshes } from '../../client/frames/shownMeshes.ts';
import { useSession } from '../../session/Session.ts';
import type { ShapePreview, ViewMode } from '../../state/viewStore.ts';
import { elementBands, type Band } from './elementBands.ts';
import { depthRanges, elementDepths } from './elementDepths.ts';

export const meshColourings = ['bands', 'quality', 'plain'] as const;
export type MeshColouring = (typeof meshColourings)[number];

/** A band, and how deep under the surface most of its elements lie, m. */
export interface DeepBand extends Band {
  readonly depth: { readonly low: number; readonly high: number } | undefined;
}

/** Shows the mesh on trial in place of the solid, cut open; the view is as it was when the panel closes. Gives its bands. */
export function useMeshView(
  entity: string | undefined,
  statics: DisplayStatics | undefined,
  edgeLength: number | undefined,
  colouring: MeshColouring,
  detail: number,
): readonly DeepBand[] {
  const { view } = useSession();
  const focus = useRef<{ readonly entity: string; readonly box: number[] }>(undefined);
  const [body] = restMeshes(statics);
  const graded = useMemo(() => {
    if (body === undefined || edgeLength === undefined) return { bands: [], values: undefined };
    const { bands, values } = elementBands(body, edgeLength, detail);
    const depths = depthRanges(elementDepths(body), values);
    return { bands: bands.map((band) => ({ ...band, depth: depths.get(Math.fround(band.place)) })), values };
  }, [body, edgeLength, detail]);
  useEffect(() => {
    if (entity === undefined || statics === undefined || body === undefined) return;
    if (focus.current?.entity !== entity) focus.current = { entity, box: boxOf(body.restVolume) };
    view.setState({
      preview: {
        statics,
        matrix: undefined,
        replaces: entity,
        alone: true,
        marked: undefined,
        colouring: coloured(body, colouring, graded.values),
        focus: focus.current.box,
      },
    });
  }, [view, entity, statics, body, colouring, graded]);
  useEffect(() => {
    const before: ViewMode = view.getState().mode;
    view.setState({ mode: 'cut' });
    return () => view.setState({ preview: undefined, mode: before });
  }, [view]);
  return graded.bands;
}

function coloured(
  body: MeshStatics,
  colouring: MeshColouring,
  bands: Float32Array | undefined,
): ShapePreview['colouring'] {
  if (colouring === 'quality') {
    const values = new Float32Array(body.restDeterminants.length);
    elementQualities({ size: body.elementSize, elements: body.elements }, body.restVolume, values);
    return { scale: 'quality', values };
  }
  return colouring === 'bands' && bands !== undefined ? { scale: 'bands', values: bands } : undefined;
}

/** Min xyz, max xyz. */
function boxOf(positions: Float32Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    box[axis] = Math.min(box[axis], positions[k]);
    box[axis + 3] = Math.max(box[axis + 3], positions[k]);
  }
  return box;
}
