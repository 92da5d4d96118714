export {
  dampingPass,
  decomposePass,
  elasticPass,
  multiplyDampingPass,
  multiplyPass,
  principalPass,
  solvePass,
} from './passes';
