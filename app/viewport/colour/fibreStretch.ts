/** How lines along fibres are coloured: short ones are red, as active ones swell, and long ones are blue. 1 is the length at rest. */
export const FIBRE_STRETCH = { range: [0.5, 1.5], colours: 'diverging-reversed' } as const;
