import type { SystemState } from '../../base/state/SystemState.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import type { LiquidCells } from '../../frames/LiquidCells.ts';
import { staticTransform } from '../../frames/makeStreams.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Stream } from '../../frames/Stream.ts';
import type { SteppedSystem } from '../../solids/SteppedSystem.ts';
import type { Interaction } from '../../simulation/Interaction.ts';
import type { LiquidBody, StoredLiquid } from '../../simulation/LiquidBody.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { type LiquidInput, SimulatedLiquid } from './SimulatedLiquid.ts';

/** The system of a liquid, whose cells are made when they are first needed: the shapes of a shot are shown without them. */
export class LiquidSystem implements LiquidBody {
  readonly id: string;
  readonly liquid = this;
  readonly input: LiquidInput;
  readonly immersed: readonly string[];
  /** What moves it is pressure and the solids around it, which have moved then. */
  readonly movesLast = true;
  private made: SimulatedLiquid | undefined;

  /** `immersed`: ids of the solids that move with it. */
  constructor(input: LiquidInput, immersed: readonly string[]) {
    this.id = input.liquid.id;
    this.input = input;
    this.immersed = immersed;
  }

  /** The liquid in its cells. Throws as `SimulatedLiquid`. */
  get simulated(): SimulatedLiquid {
    this.made ??= new SimulatedLiquid(this.input);
    return this.made;
  }

  get state(): SystemState {
    return this.simulated.state;
  }

  stepped(): SteppedSystem {
    return this.simulated;
  }

  get immersion(): Interaction | undefined {
    return this.simulated.immersion;
  }

  beginFrame(frame: number): void {
    this.simulated.beginFrame(frame);
  }

  resumeAt(time: number): void {
    this.simulated.resumeAt(time);
  }

  streams(): Stream[] {
    return this.simulated.streams();
  }

  statistics(time: number): EntityStats {
    return this.simulated.statistics(time);
  }

  warnings(isFirstFrame: boolean): readonly string[] {
    return this.simulated.warnings(isFirstFrame);
  }

  cellsAt(stored: StoredLiquid, time: number, interval: number): LiquidCells {
    return this.simulated.cellsAt(stored, time, interval);
  }

  /** Returns the statics of the liquid and of its regions, which only the editor shows. */
  statics(): StaticStream[] {
    const { scene, liquid, regions, quality } = this.input;
    return [
      ...solverOf(liquid).streams(liquid, scene.quality[quality].edgeScale),
      ...regions.map(({ region: { id }, shape }) => staticTransform(id, shape.display(), 'guide')),
    ];
  }

  dispose(): void {
    this.made?.dispose();
  }
}
