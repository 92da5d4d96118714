import { Box3, Vector3 } from 'three';

/** How much larger than a shape the picture may be that shows it among the others. */
const MOST = 6;

/** The box to look at for a shape among others: with all of them, or with room around where it would be lost among them. */
export function withContext(shape: Box3, others: Box3): Box3 {
  const size = shape.getSize(new Vector3()).length();
  if (others.isEmpty()) return shape;
  const all = new Box3().copy(shape).union(others);
  return all.getSize(new Vector3()).length() <= MOST * size ? all : new Box3().copy(shape).expandByScalar(size / 2);
}
