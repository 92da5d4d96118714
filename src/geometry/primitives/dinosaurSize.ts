/** Length, height and width of the toy dinosaur, relative to its length. */
export const DINOSAUR_SIZE = [1, 0.72, 0.27] as const;
