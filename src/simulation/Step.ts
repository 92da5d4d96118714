import { CoreError } from '../base/errors.ts';
import { StepFailure } from '../solids/StepFailure.ts';
import type { SteppedSystem } from '../solids/SteppedSystem.ts';
import type { Interaction } from './Interaction.ts';
import { SubstepPlan } from './SubstepPlan.ts';

/** Moves systems through time in common substeps: limit -> predict -> interactions before -> integrate -> interactions after -> commit, or roll back and halve. */
export class Step {
  private readonly systems: readonly SteppedSystem[];
  private readonly interactions: readonly Interaction[];
  private readonly plan: SubstepPlan;
  /** Systems that began the running substep, and the one that works now. */
  private begun = 0;
  private current = 0;

  constructor(systems: readonly SteppedSystem[], interactions: readonly Interaction[] = []) {
    this.systems = systems;
    this.interactions = interactions;
    this.plan = new SubstepPlan(systems, interactions);
  }

  /**
   * Moves the systems from `start` to `end`, s; returns how often a substep was tried again. Throws `simulation-failed` naming system and element where even very short
   * substeps fail, and `cancelled`; the state is then that of the last whole substep.
   */
  advance(start: number, end: number, cancelled?: () => boolean): number {
    const { systems, plan } = this;
    let retries = 0;
    for (let s = 0; s < systems.length; s++) systems[s].beginInterval(start, end, cancelled);
    plan.begin(start, end);
    while (plan.next()) {
      if (cancelled?.() === true) throw new CoreError('cancelled', 'cancelled');
      try {
        this.takeSubstep();
        plan.accept();
      } catch (failure) {
        if (!(failure instanceof StepFailure)) throw failure;
        for (let s = 0; s < this.begun; s++) systems[s].rollback();
        retries++;
        plan.halve(failure, this.current);
      }
    }
    return retries;
  }

  /** One substep; the numbers are the steps of Irving 2007, 3.1. */
  private takeSubstep(): void {
    const { systems, interactions, plan } = this;
    const { start, end, dt, mayRetry } = plan;
    this.begun = 0;
    for (let i = 0; i < interactions.length; i++) interactions[i].begin?.(dt);
    // 1
    for (let s = 0; s < systems.length; s++) {
      this.current = s;
      this.begun = s + 1;
      systems[s].predict(start, end, dt);
    }
    // 2
    for (let i = 0; i < interactions.length; i++) interactions[i].before?.(dt);
    // 3 and 4
    for (let s = 0; s < systems.length; s++) {
      this.current = s;
      systems[s].integratePositions(mayRetry);
    }
    for (let i = 0; i < interactions.length; i++) interactions[i].between?.(dt, mayRetry);
    // 5 to 7
    for (let s = 0; s < systems.length; s++) {
      this.current = s;
      systems[s].integrateVelocities();
    }
    // 8
    for (let i = 0; i < interactions.length; i++) interactions[i].after?.(dt);
    for (let s = 0; s < systems.length; s++) systems[s].commit();
  }
}
