// The same kernels for a memory that is not shared, where threads are missing.
export { clothElasticPass, clothMultiplyPass, clothSolvePass, clothStiffnessPass } from './clothPasses';
export {
  dampingPass,
  decomposePass,
  elasticPass,
  multiplyDampingPass,
  multiplyPass,
  principalPass,
  solvePass,
  stiffnessPass,
} from './passes';
export { flowFrequencyPass, flowPass, tanglePass } from './plasticFlow';
export { pressureSolvePass, ringForcesPass, ringMatrixPass, ringRatesPass, ringVolumesPass } from './pressurePasses';
export {
  averagePass,
  clearMomentaPass,
  clearSumsPass,
  distancePass,
  gatherPass,
  movePass,
  reachPass,
  spreadPass,
} from './liquidParticles';
