import { TriangleAlert } from 'lucide-react';
import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { NewShotSettings } from '../../state/shellStore.ts';
import { fileUnits, metresPerUnit, sizeWarning, unitOfLength } from '../../tasks/import/fileUnits.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

interface MeshUnitsProps {
  readonly settings: NewShotSettings;
  readonly report: MeshReport;
  onChange(part: Partial<NewShotSettings>): void;
}

/** How the numbers of the file become metres with Y up, and what is odd about the size that follows. */
export function MeshUnits({ settings, report, onChange }: MeshUnitsProps) {
  const unit = unitOfLength(settings.metresPerUnit);
  const likely = unitOfLength(report.likelyMetresPerUnit);
  const doubt = sizeWarning(report.bounds, unit, likely);
  return (
    <div className="new-shot-units">
      <span>Unit</span>
      <Segmented
        label="Unit of the mesh"
        size="small"
        value={unit}
        options={fileUnits.map(({ symbol }) => ({ value: symbol, label: symbol }))}
        onChange={(next) => onChange({ metresPerUnit: metresPerUnit(next) })}
      />
      <span>Up</span>
      <Segmented
        label="Up axis of the mesh"
        size="small"
        value={settings.upAxis}
        onChange={(value) => onChange({ upAxis: value })}
        options={[
          { value: 'y', label: 'Y' },
          { value: 'z', label: 'Z' },
        ]}
      />
      {doubt !== undefined && (
        <span className="new-shot-doubt" role="status" title={doubt}>
          <TriangleAlert aria-hidden />
          {doubt}
          {likely !== unit && (
            <Button size="small" onClick={() => onChange({ metresPerUnit: report.likelyMetresPerUnit })}>
              Use {likely}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
