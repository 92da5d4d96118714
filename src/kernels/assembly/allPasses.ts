// What a module of kernels offers.
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
export { pairsPass } from './pairSearch';
export { refreshStarsPass, starsPass } from './flatStars';
export { flowFrequencyPass, flowPass, tanglePass } from './plasticFlow';
export { pressureSolvePass, ringForcesPass, ringMatrixPass, ringRatesPass, ringVolumesPass } from './pressurePasses';
export { clearFilledPass, deepPass, distancePass, fillPass, reachPass } from './liquidDistance';
export { leavePass } from './liquidObstacles';
export { clearCountsPass, countPass, fastestPass, removePass } from './liquidSeeding';
export { averagePass, clearMomentaPass, spreadPass } from './liquidMomenta';
export { carryPass, gatherPass, movePass } from './liquidParticles';
export { pressureClearPass, pressureUpdatePass } from './liquidPressureLevels';
export { pressureCyclePass, pressureDirectionPass, pressureImageSumPass, pressureStepPass } from './liquidPressure';
export { shallowFastestPass, shallowStepPass } from './shallowWater';
