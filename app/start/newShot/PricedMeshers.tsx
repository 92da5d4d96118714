import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import type { NewShotSettings } from '../../state/shellStore.ts';
import { MesherCards, meshers } from './MesherCards.tsx';
import { QualityCells } from './QualityCells.tsx';
import { usePricedMeshers } from './usePricedMeshers.ts';

interface PricedMeshersProps {
  readonly definitions: readonly DefinitionInfo[];
  readonly settings: NewShotSettings;
  /** Path of the mesh; undefined while it cannot be meshed. */
  readonly mesh: string | undefined;
  readonly percent: number;
  readonly method: string;
  onChoose(method: string): void;
  onQuality(quality: QualityName): void;
}

/** How the mesh is filled, and how finely: cards with what each mesher makes of it, cells with what each quality makes of that. */
export function PricedMeshers(props: PricedMeshersProps) {
  const { definitions, settings, mesh, percent, method, onChoose, onQuality } = props;
  const { metresPerUnit, upAxis, quality } = settings;
  const priced = usePricedMeshers(
    mesh === undefined ? undefined : { path: mesh, metresPerUnit, upAxis, percent },
    Object.keys(meshers),
    method,
  );
  return (
    <section className="new-shot-meshers" aria-label="Meshers">
      <h3>
        Mesher <span className="new-shot-quiet">result for this mesh at draft quality</span>
      </h3>
      <MesherCards definitions={definitions} chosen={method} priced={priced} onChoose={onChoose} />
      <h3>
        Quality <span className="new-shot-quiet">of the first simulation; you can change it later</span>
      </h3>
      <QualityCells chosen={quality} priced={priced.get(method)} onChoose={onQuality} />
    </section>
  );
}
