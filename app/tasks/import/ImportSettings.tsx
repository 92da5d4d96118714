import { Ruler, TriangleAlert } from 'lucide-react';
import { mostListedGroups, type MeshReport } from '../../../src/protocol/requests/meshes.ts';
import { Section } from '../../inspector/Section.tsx';
import { formatNumber } from '../../units/formatNumber.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { meshUse, meshUses, type ImportChoice } from './addImported.ts';
import { refusal } from './checkRows.ts';
import { boxInMetres, fileUnits, plainLength, sidesOf, sizeWarning, unitOfLength } from './fileUnits.ts';
import { UpAxisRow } from './UpAxisRow.tsx';

interface ImportSettingsProps {
  readonly report: MeshReport;
  readonly choice: ImportChoice;
  onChange(change: Partial<ImportChoice>): void;
}

/** What the file's numbers mean, how large the mesh is by that, and what it becomes. */
export function ImportSettings({ report, choice, onChange }: ImportSettingsProps) {
  const { unit, upAxis, as, groups } = choice;
  const { parts } = meshUse(as);
  const refused = refusal(report);
  const uses = meshUses();
  const offered = uses.filter(({ needsInside }) => !needsInside || refused === undefined);
  const useless = uses.filter((use) => !offered.includes(use)).map(({ label }) => `a ${label.toLowerCase()}`);
  const sides = sidesOf(boxInMetres(report.bounds, unit, upAxis));
  const likely = unitOfLength(report.likelyMetresPerUnit);
  const doubt = sizeWarning(report.bounds, unit, likely);
  const scale = fileUnits.find(({ symbol }) => symbol === unit)!.metresPerUnit;
  return (
    <Section title="Size and use" icon={Ruler}>
      <FieldRow label="Unit" tooltip={{ text: 'Length of one unit of the file. Most formats do not state it.' }}>
        <Select
          label="Unit of the file"
          value={unit}
          options={fileUnits.map(({ symbol, label }) => ({
            value: symbol,
            label,
            detail: symbol === likely ? 'likely' : symbol,
          }))}
          onChange={(next) => onChange({ unit: next })}
        />
      </FieldRow>
      <UpAxisRow upAxis={upAxis} onChange={(next) => onChange({ upAxis: next })} />
      <dl className="import-size" data-doubtful={doubt !== undefined || undefined}>
        {sides.map((side, axis) => (
          <div key={axis} data-axis={'xyz'[axis]}>
            <dt>{['Width', 'Height', 'Depth'][axis]}</dt>
            <dd className="mono">{plainLength(side)}</dd>
          </div>
        ))}
      </dl>
      {report.closed && report.volume > 0 && (
        <p className="form-note">
          Encloses <span className="mono">{plainVolume(report.volume * scale ** 3)}</span>.
        </p>
      )}
      {doubt !== undefined && (
        <p className="import-doubt" role="status">
          <TriangleAlert aria-hidden />
          <span>{doubt}</span>
          {likely !== unit && (
            <Button size="small" onClick={() => onChange({ unit: likely })}>
              Use {likely}
            </Button>
          )}
        </p>
      )}
      <FieldRow
        label="Becomes"
        tooltip={{
          text: uses.map(({ help }) => help).join(' '),
        }}
      >
        <Segmented
          label="What the mesh becomes"
          size="small"
          wraps
          value={as}
          options={offered.map(({ kind, label }) => ({ value: kind, label }))}
          onChange={(next) => onChange({ as: next })}
        />
      </FieldRow>
      {parts !== undefined && report.groups.length > 0 && (
        <FieldRow
          label="Material regions"
          tooltip={{
            text: 'A material region for each group of the file. Each has the material of the solid until it is changed.',
          }}
        >
          <Segmented
            label="Groups of the file that become material regions"
            size="small"
            wraps
            value={groups ?? 'none'}
            options={[
              { value: 'none', label: 'None' },
              ...report.groups
                .filter(({ count, names }) => count === names.length)
                .map(({ of, count }) => ({ value: of, label: `${count} ${of}${count === 1 ? '' : 's'}` })),
            ]}
            onChange={(next) => onChange({ groups: next === 'none' ? undefined : next })}
          />
        </FieldRow>
      )}
      {report.groups.filter(hasTooMany).map(({ of, count }) => (
        <p key={of} className="form-note">
          {`${count} ${of}s are too many for material regions: ${mostListedGroups} are possible.`}
        </p>
      ))}
      {refused !== undefined && (
        <p className="form-note">
          As {useless.join(' or ')} it cannot be used:{' '}
          {refused.reason.charAt(0).toLowerCase() + refused.reason.slice(1)}
        </p>
      )}
    </Section>
  );
}

function hasTooMany({ count, names }: MeshReport['groups'][number]): boolean {
  return count > names.length;
}

/** `0.74 l`, `12 m³`. */
function plainVolume(cubicMetres: number): string {
  if (cubicMetres >= 1) return `${formatNumber(cubicMetres, 3)}\u00a0m³`;
  const litres = 1000 * cubicMetres;
  return litres >= 0.1 ? `${formatNumber(litres, 3)}\u00a0l` : `${formatNumber(1e6 * cubicMetres, 3)}\u00a0cm³`;
}
