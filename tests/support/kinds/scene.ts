/** The scene's part of the kinds that exist for tests alone: `#extra-kinds/scene` where DUCTILE_KINDS names this folder. */
export default import.meta.glob('./*.scene.ts', { eager: true });
