import type { Cloth } from '../../scene/kinds/cloth.ts';

/** Thickness, in mean edges of a cloth that meets itself, beyond which it is told of. */
const THICK = 0.6;
/** Millimetres per metre: lengths are reported in millimetres. */
const MILLIMETRES = 1000;

/** Whether layers of a cloth are so thick that its triangles cannot fold. `edge`: mean length of its edges, m. */
export function thicknessWarnings({ id, fabric, contact }: Cloth, edge: number): string[] {
  if (!contact.self || fabric.thickness <= THICK * edge) return [];
  const told = (metres: number) => `${Number((MILLIMETRES * metres).toPrecision(2))} mm`;
  return [
    `cloth '${id}' is ${told(fabric.thickness)} thick and its triangles are ${told(edge)} long: folds press on their neighbours, which ` +
      `is slow and crumples it; give it a thickness of ${told(edge / 2)}, or longer triangles`,
  ];
}
