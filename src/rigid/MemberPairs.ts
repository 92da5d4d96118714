/** What is said of pairs of members of contact beside what follows from both: whether they touch, and the friction between them. */
export class MemberPairs {
  private readonly said = new Map<number, { readonly touches: boolean; readonly friction: number | undefined }>();
  private readonly count: number;

  /** `count`: of members and surfaces together. */
  constructor(count: number) {
    this.count = count;
  }

  /** Says how two members, or a member and a surface, meet. */
  say(a: number, b: number, touches: boolean, friction?: number): void {
    this.said.set(this.keyOf(a, b), { touches, friction });
  }

  keepsApart(a: number, b: number): boolean {
    return this.said.size > 0 && this.said.get(this.keyOf(a, b))?.touches === false;
  }

  /** Coefficient of friction between two members; undefined where it follows from both. */
  frictionOf(a: number, b: number): number | undefined {
    return this.said.size === 0 ? undefined : this.said.get(this.keyOf(a, b))?.friction;
  }

  private keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.count + Math.max(a, b);
  }
}
