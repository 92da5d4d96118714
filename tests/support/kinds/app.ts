/** The editor's part of the kinds that exist for tests alone: `#extra-kinds/app` where DUCTILE_KINDS names this folder. */
export default import.meta.glob('./*.app.tsx', { eager: true });
