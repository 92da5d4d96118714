import { elementQualities, volumeChanges } from '../../../src/frames/derived/elementNumbers.ts';
import { streamAt } from '../../client/frames/DisplayFrame.ts';
import { shownMesh } from '../../client/frames/shownMeshes.ts';
import type { Session } from '../../session/Session.ts';
import { viewportStore } from '../viewportState.ts';

export interface ProbeValues {
  readonly element: number;
  readonly kind: 'triangle' | 'tet' | 'hex';
  /** J - 1. */
  readonly volumeChange: number;
  readonly quality: number;
  /** The number of the chosen colouring at that element; undefined for the plain surface. */
  readonly shown: number | undefined;
}

const result = new Float32Array(1);

/** What the probe reads in the shown frame; undefined without a probe, or where its body is not shown. */
export function probeValues(session: Session): ProbeValues | undefined {
  const { probe } = viewportStore(session).getState();
  const source = session.frameSource.store.getState();
  const body = shownMesh(source, probe?.entity);
  if (probe === undefined || body === undefined) return undefined;
  const frame = streamAt(source.shown, body);
  const { element } = probe;
  const size = body.elementSize;
  if (size * (element + 1) > body.elements.length) return undefined;
  const mesh = { size, elements: body.elements.subarray(size * element, size * element + size) };
  const positions = frame?.volumePositions ?? body.restVolume;
  volumeChanges(mesh, body.restDeterminants.subarray(element, element + 1), positions, result);
  const volumeChange = result[0];
  elementQualities(mesh, positions, result);
  return {
    element,
    kind: size === 3 ? 'triangle' : size === 8 ? 'hex' : 'tet',
    volumeChange,
    quality: result[0],
    shown: frame?.colour?.elements[element],
  };
}

/** World position that the probe stands at in the shown frame, m. */
export function probePoint(session: Session): readonly [number, number, number] | undefined {
  const { probe } = viewportStore(session).getState();
  if (probe === undefined) return undefined;
  const source = session.frameSource.store.getState();
  const body = shownMesh(source, probe.entity);
  if (body === undefined) return undefined;
  const frame = streamAt(source.shown, body);
  if (probe.triangle !== undefined) {
    return weighted(frame?.positions ?? body.surface.restPositions, probe.triangle.corners, probe.triangle.weights);
  }
  const size = body.elementSize;
  const corners = body.elements.subarray(size * probe.element, size * (probe.element + 1));
  return weighted(frame?.volumePositions ?? body.restVolume, corners, new Array<number>(size).fill(1 / size));
}

function weighted(
  positions: Float32Array,
  corners: ArrayLike<number>,
  weights: ArrayLike<number>,
): [number, number, number] {
  const point: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < corners.length; k++) {
    for (let axis = 0; axis < 3; axis++) point[axis] += weights[k] * positions[3 * corners[k] + axis];
  }
  return point;
}
