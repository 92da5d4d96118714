import { FieldRow } from '../../ui/FieldRow.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

interface UpAxisRowProps {
  readonly upAxis: 'y' | 'z';
  onChange(upAxis: 'y' | 'z'): void;
}

/** Which axis of a file points up. */
export function UpAxisRow({ upAxis, onChange }: UpAxisRowProps) {
  return (
    <FieldRow label="Up axis" tooltip={{ text: 'Axis of the file that points up. In Ductile Y points up.' }}>
      <Segmented
        label="Up axis of the file"
        size="small"
        value={upAxis}
        options={[
          { value: 'y', label: 'Y up' },
          { value: 'z', label: 'Z up' },
        ]}
        onChange={onChange}
      />
    </FieldRow>
  );
}
