import { CircleX } from 'lucide-react';
import type { FileProblem } from './fileProblem.ts';

interface TaskProblemProps {
  /** The file that it is about. */
  readonly name: string | undefined;
  readonly problem: FileProblem;
}

/** Why a file could not be read or used, where in it, and what helps. */
export function TaskProblem({ name, problem: { message, place, remedy } }: TaskProblemProps) {
  return (
    <div className="task-problem" role="alert">
      <CircleX aria-hidden />
      <div>
        <h3>{name}</h3>
        <p>
          {place !== undefined && <span className="mono">{place}: </span>}
          {message}
        </p>
        {remedy !== undefined && <p>{remedy}</p>}
      </div>
    </div>
  );
}
