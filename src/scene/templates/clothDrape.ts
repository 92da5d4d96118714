import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { scanCollider } from './scan/scanCollider.ts';

const params = z.strictObject({
  edge: clothEdge(0.018, ': 0.0152 gives 5 000 vertices, 0.0076 20 000'),
  size: quantity({ unit: 'm', label: 'size', help: 'Side length of the sheet.', min: 0.2, max: 10, default: 1 }),
  frames: frameCount(60, { min: 1, max: 10_000 }),
});

/** m. */
const RADIUS = 0.25;
const HEIGHT = 0.5;

const FRICTION = 0.4;

const ball: EntityInput = {
  kind: 'collider',
  id: 'ball',
  name: 'Ball',
  shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS } },
  transform: { position: [0, HEIGHT, 0] },
  friction: FRICTION,
};

/** Returns a scan as high as the ball, so that the sheet falls as far. */
function overScan(mesh: TemplateMesh, name: string): EntityInput {
  return scanCollider(mesh, HEIGHT + RADIUS, { id: 'scan', name, friction: FRICTION });
}

/** A tablecloth falls over a ball, or over a scan that is as high, and hangs in folds. */
const clothDrape: TemplateDefinition<z.output<typeof params>> = {
  type: 'cloth-drape',
  label: 'Cloth over a ball',
  reference: 'Irving 2007, 2.8; Bridson et al. 2003',
  params,
  needsMesh: false,
  takesMesh: true,
  create({ edge, size, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the corners swing down and the folds come to rest, as wide as the bending stiffness makes them. ' +
        'Must hold: no thread is stretched by more than a few percent.',
      entities: [
        {
          kind: 'cloth',
          id: 'cloth',
          name: 'Tablecloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: size, depth: size, edge } },
          transform: { position: [0, HEIGHT + RADIUS + 0.05, 0], rotation: [0, 0.4, 0] },
        },
        ...(request.mesh === undefined ? [ball] : [overScan(request.mesh, request.name)]),
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.2, 1, 1.6], target: [0, 0.4, 0] },
      ],
    };
  },
};

export default clothDrape;
