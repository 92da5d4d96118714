import { CircleCheck, CircleX, Info, Scan, TriangleAlert, Wand2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { repairLabel, type CheckRow } from './checkRows.ts';

const icons = { passed: CircleCheck, info: Info, warning: TriangleAlert, error: CircleX } as const;
const said = { passed: 'passed', info: 'note', warning: 'warning', error: 'problem' } as const;

interface CheckListProps {
  readonly rows: readonly CheckRow[];
  /** Code of the finding whose triangles are shown now. */
  readonly shown: string | undefined;
  onShow?(row: CheckRow | undefined): void;
  onRepair?(repair: string): void;
  /** Why nothing can be repaired now. */
  readonly busy?: boolean;
}

/** What was checked, one line each; findings with what they mean, where they are and what cures them. */
export function CheckList({ rows, shown, onShow, onRepair, busy = false }: CheckListProps) {
  return (
    <ul className="checks">
      {rows.map((row, index) => {
        const Icon = icons[row.state];
        const { repair } = row;
        const visible = shown === row.code;
        return (
          <li key={`${row.code} ${index}`} data-state={row.state}>
            <Icon role="img" aria-label={said[row.state]} />
            <span className="checks-title">{row.title}</span>
            <span className="mono checks-value">{row.value}</span>
            {row.detail !== undefined && <p>{row.detail}</p>}
            {((row.faces.length > 0 && onShow !== undefined) || (repair !== undefined && onRepair !== undefined)) && (
              <span className="checks-actions">
                {row.faces.length > 0 && onShow !== undefined && (
                  <Button
                    size="small"
                    icon={Scan}
                    aria-pressed={visible}
                    title={`${visible ? 'Hide' : 'Show'} the ${row.faces.length} triangles concerned`}
                    onClick={() => onShow(visible ? undefined : row)}
                  >
                    {visible ? 'Hide' : 'Show'}
                  </Button>
                )}
                {repair !== undefined && onRepair !== undefined && (
                  <Button
                    size="small"
                    icon={Wand2}
                    className="checks-repair"
                    disabled={busy && 'The file is being worked on.'}
                    onClick={() => onRepair(repair)}
                  >
                    {repairLabel(repair)}
                  </Button>
                )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
