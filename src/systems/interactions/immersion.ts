import type { InteractionKind } from '../InteractionKind.ts';

/** Liquids and the solids that move with them. */
const immersion: InteractionKind = {
  type: 'immersion',
  between: ({ systems }) =>
    [...systems.values()].flatMap(({ liquid }) =>
      liquid === undefined ? [] : [{ joins: [liquid.id, ...liquid.immersed], acting: () => liquid.immersion }],
    ),
};

export default immersion;
