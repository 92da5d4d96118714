/** Stands where `DUCTILE_KINDS` names no folder: there are no kinds beside those of the program (`tools/extraKinds.mjs`). */
const none: Readonly<Record<string, unknown>> = {};

export default none;
