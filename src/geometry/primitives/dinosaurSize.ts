/** Length, height and width of the toy dinosaur, of one proportion whatever its size. */
export const DINOSAUR_SIZE = [1, 0.72, 0.27] as const;
