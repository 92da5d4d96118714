import { stat } from 'node:fs/promises';
import { canonicalJson } from '../../base/hash.ts';
import { readError } from '../../cache/plainFile.ts';
import { readAnimationInputs, type AnimationOfFile, type FoundAnimation } from '../../io/animationInputs.ts';
import { animationFiles } from '../../io/animationFiles.ts';
import { hashMeshFile } from '../../io/hashMeshFile.ts';
import type { ReadInputs } from '../../io/locateMeshes.ts';
import type { Scene } from '../../scene/Scene.ts';

/** Files whose hashes are kept. */
const MOST_KEPT = 1000;
/** Animations whose inputs are kept: each may have many thousands. */
const MOST_ANIMATIONS = 20;

interface Kept<T> {
  readonly stamp: string;
  readonly found: T;
}

/** Hashes of mesh files and of the samples of animations, kept for as long as the system says that the files were not touched: so that dragging a value reads no file. */
export class FileHashes {
  private readonly hashes = new Map<string, Kept<string>>();
  private readonly inputs = new Map<string, Kept<FoundAnimation>>();

  /**
   * Returns the hash of `hashMeshFile`, from memory where inode, size and times of the file are those of the last reading. Companions are not looked at: what is stored under the hash must be asked of
   * `fresh`.
   */
  async likely(path: string): Promise<string> {
    const known = this.hashes.get(path);
    return known !== undefined && known.stamp === (await stampOf(path)) ? known.found : this.fresh(path);
  }

  /** Reads the file. Throws what `hashMeshFile` throws. */
  async fresh(path: string): Promise<string> {
    const stamp = await stampOf(path);
    const found = await hashMeshFile(path);
    keep(this.hashes, path, { stamp, found }, MOST_KEPT);
    return found;
  }

  /** What frames read of an animation, from memory where none of its files was touched since the last reading for equal times. Throws what `readAnimationInputs` throws. */
  readonly likelyInputs: ReadInputs = async (path, animation, scene) => {
    const known = this.inputs.get(nameOf(path, animation, scene));
    return known !== undefined && known.stamp === (await stampOfAll(path))
      ? known.found
      : this.freshInputs(path, animation, scene);
  };

  /** Reads the files. */
  readonly freshInputs: ReadInputs = async (path, animation, scene) => {
    const stamp = await stampOfAll(path);
    const found = await readAnimationInputs(path, animation, scene);
    keep(this.inputs, nameOf(path, animation, scene), { stamp, found }, MOST_ANIMATIONS);
    return found;
  };
}

/** What the inputs of an animation follow from beside its files. */
function nameOf(path: string, animation: AnimationOfFile, scene: Scene): string {
  const { source, startsAt, speed } = animation;
  const { object, framesPerSecond, clip, keeps } = source;
  const { range, frameRate } = scene;
  return canonicalJson({ path, object, framesPerSecond, clip, keeps, startsAt, speed, range, frameRate });
}

function keep<T>(kept: Map<string, Kept<T>>, name: string, found: Kept<T>, most: number): void {
  if (kept.size >= most) kept.clear();
  kept.set(name, found);
}

async function stampOfAll(path: string): Promise<string> {
  const stamps = await Promise.all(animationFiles(path).map(stampOf));
  return stamps.join();
}

async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw readError(error, path);
  });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
