/** The simulation's part of the kinds that exist for tests alone: `#extra-kinds/systems` where DUCTILE_KINDS names this folder. */
export default import.meta.glob('./*.system.ts', { eager: true });
