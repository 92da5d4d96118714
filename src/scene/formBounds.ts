import type { ProceduralForm } from './properties/sources.ts';
import { handleSize } from '../geometry/primitives/handleTets.ts';
import { DINOSAUR_SIZE } from '../geometry/primitives/dinosaurSize.ts';

/** Box of a procedural form about its own origin: min xyz, max xyz, m. */
export function formBounds(form: ProceduralForm): number[] {
  switch (form.shape) {
    case 'torus': {
      const reach = form.majorRadius + form.minorRadius;
      return centred(reach, form.minorRadius, reach);
    }
    case 'sphere':
    case 'hollow-sphere':
      return centred(form.radius, form.radius, form.radius);
    case 'cylinder':
      return centred(form.radius, form.height / 2, form.radius);
    case 'box':
    case 'block':
      return centred(form.size[0] / 2, form.size[1] / 2, form.size[2] / 2);
    case 'handle': {
      const [width, height, depth] = handleSize(form);
      return centred(width / 2, height / 2, depth / 2);
    }
    case 'dinosaur': {
      const [width, height, depth] = DINOSAUR_SIZE;
      const size = form.length / width;
      return centred((width * size) / 2, (height * size) / 2, (depth * size) / 2);
    }
    case 'tet': {
      // A regular tetrahedron on a face: a quarter of its height lies below the centre.
      const height = form.edge * Math.sqrt(2 / 3);
      const circumradius = form.edge / Math.sqrt(3);
      return [-form.edge / 2, -height / 4, -circumradius, form.edge / 2, (3 * height) / 4, circumradius / 2];
    }
  }
}

function centred(x: number, y: number, z: number): number[] {
  return [-x, -y, -z, x, y, z];
}
