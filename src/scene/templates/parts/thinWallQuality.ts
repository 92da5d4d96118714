/** Quality of shots where liquid hits walls of two cells: in a substep it goes less than half through them, so that none comes out behind. */
export const thinWallQuality = { draft: { minSubsteps: 6 }, final: { minSubsteps: 8 } };
