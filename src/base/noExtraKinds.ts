/** Default of `DUCTILE_KINDS`: no kinds besides those of the program (`tools/extraKinds.mjs`). */
const none: Readonly<Record<string, unknown>> = {};

export default none;
