import type { SolidField } from '../SolidField.ts';

/** The plastic strain of a solid that yields, its stress, and how far it is from its goal where it has one. */
const plasticFlow: SolidField = {
  type: 'plastic flow',
  order: 20,
  of: ({ plasticity }) =>
    plasticity && { declared: plasticity.attributes, values: ({ strength }) => plasticity.fields(strength) },
};

export default plasticFlow;
