/** The number that stands for no member and no joint. */
const NONE = -1;

/**
 * How joints hang together: connected components of moving bodies, and in each a spanning tree of joints, from what is keyed or else from its first body outwards; joints that close loops are left over. Found
 * anew where a joint breaks or a body is released.
 */
export class JointForest {
  /** Joints of the trees, of one component after the other, each before those that hang on it. */
  readonly order: Int32Array;
  /** The member that hangs on each joint, and the one that the joint hangs on, which may be keyed. */
  readonly child: Int32Array;
  readonly parent: Int32Array;
  /** Joints that close loops, of one component after the other. */
  readonly closers: Int32Array;
  /** Moving members, of one component after the other. */
  readonly bodies: Int32Array;
  /** First joints, closers and bodies of each component in these lists, and their lengths at the end. */
  readonly orderStarts: Int32Array;
  readonly closerStarts: Int32Array;
  readonly bodyStarts: Int32Array;
  count = 0;
  private readonly seenBody: Uint8Array;
  private readonly seenJoint: Uint8Array;
  private ordered = 0;
  private closed = 0;
  private found = 0;

  constructor(joints: number, members: number) {
    this.order = new Int32Array(joints);
    this.child = new Int32Array(joints);
    this.parent = new Int32Array(joints);
    this.closers = new Int32Array(joints);
    this.bodies = new Int32Array(members);
    this.orderStarts = new Int32Array(members + 1);
    this.closerStarts = new Int32Array(members + 1);
    this.bodyStarts = new Int32Array(members + 1);
    this.seenBody = new Uint8Array(members + 1);
    this.seenJoint = new Uint8Array(joints);
  }

  /** Arranges joints between `first` and `second` but for the broken ones; `fixed` has a flag for every member and for the world after them, which are not 0 for what does not move by itself. */
  arrange(first: Int32Array, second: Int32Array, broken: Uint8Array, fixed: Uint8Array): void {
    const { seenBody, seenJoint } = this;
    seenBody.set(fixed);
    seenJoint.set(broken);
    this.count = this.ordered = this.closed = this.found = 0;
    this.orderStarts[0] = this.closerStarts[0] = this.bodyStarts[0] = 0;
    for (let joint = 0; joint < first.length; joint++) {
      if (fixed[first[joint]] !== 0 && fixed[second[joint]] !== 0) seenJoint[joint] = 1;
    }
    for (let joint = 0; joint < first.length; joint++) {
      if (seenJoint[joint] !== 0) continue;
      if (fixed[first[joint]] !== 0) this.hang(joint, second[joint], first[joint], first, second, fixed);
      else if (fixed[second[joint]] !== 0) this.hang(joint, first[joint], second[joint], first, second, fixed);
    }
    for (let joint = 0; joint < first.length; joint++) {
      if (seenJoint[joint] === 0) this.hang(NONE, first[joint], NONE, first, second, fixed);
    }
  }

  /** Makes the component of a body, which hangs on a joint or on none, breadth first. */
  private hang(
    joint: number,
    body: number,
    parent: number,
    first: Int32Array,
    second: Int32Array,
    fixed: Uint8Array,
  ): void {
    const { bodies, seenBody, seenJoint } = this;
    let next = this.found;
    if (joint !== NONE) this.append(joint, body, parent);
    bodies[this.found++] = body;
    seenBody[body] = 1;
    while (next < this.found) {
      const inner = bodies[next++];
      for (let other = 0; other < first.length; other++) {
        if (seenJoint[other] !== 0 || (first[other] !== inner && second[other] !== inner)) continue;
        const outer = first[other] === inner ? second[other] : first[other];
        if (fixed[outer] !== 0 || seenBody[outer] !== 0) {
          seenJoint[other] = 1;
          this.closers[this.closed++] = other;
        } else {
          seenBody[outer] = 1;
          this.append(other, outer, inner);
          bodies[this.found++] = outer;
        }
      }
    }
    this.count++;
    this.orderStarts[this.count] = this.ordered;
    this.closerStarts[this.count] = this.closed;
    this.bodyStarts[this.count] = this.found;
  }

  private append(joint: number, child: number, parent: number): void {
    this.seenJoint[joint] = 1;
    this.child[joint] = child;
    this.parent[joint] = parent;
    this.order[this.ordered++] = joint;
  }
}
