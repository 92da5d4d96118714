import { LoaderCircle, TriangleAlert } from 'lucide-react';
import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import { formatBytes } from '../../units/formatBytes.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { plainLength } from '../../tasks/import/fileUnits.ts';
import type { PricedMesher } from './usePricedMeshers.ts';

/** The meshers that are offered, with what is good about each. */
export const meshers: Readonly<Record<string, string>> = {
  'graded-stuffing': 'Follows the surface; fine outside, coarse inside',
  'red-green': 'Regular angles everywhere; conserves volume well',
  hexahedra: 'Fewest elements; the surface is embedded in cubes',
  'embedded-bcc': 'The surface is embedded in a coarse lattice; keeps thin parts',
};

interface MesherCardsProps {
  readonly definitions: readonly DefinitionInfo[];
  readonly chosen: string;
  readonly priced: ReadonlyMap<string, PricedMesher>;
  onChoose(method: string): void;
}

/** One card for each mesher, with what it makes of this mesh. */
export function MesherCards({ definitions, chosen, priced, onChoose }: MesherCardsProps) {
  const known = definitions.filter(({ kind, type }) => kind === 'mesher' && type in meshers);
  const shown = Object.keys(meshers).flatMap((type) => known.find((one) => one.type === type) ?? []);
  return (
    <div className="mesher-cards" role="radiogroup" aria-label="Mesher">
      {shown.map(({ type, label }, index) => (
        <label key={type} className="mesher-card" data-chosen={type === chosen} title={`Alt ${index + 1}`}>
          <input
            type="radio"
            name="mesher"
            className="visually-hidden"
            checked={type === chosen}
            onChange={() => onChoose(type)}
          />
          <strong>{label}</strong>
          <span className="mesher-about">{meshers[type]}</span>
          <Price priced={priced.get(type)} />
        </label>
      ))}
    </div>
  );
}

function Price({ priced }: { readonly priced: PricedMesher | undefined }) {
  if (priced === undefined) {
    return (
      <span className="mesher-busy">
        <LoaderCircle aria-hidden />
        being tried
      </span>
    );
  }
  if (priced.kind === 'refused') return <MesherWarning text={priced.reason} />;
  const { kind, tets, edgeLength, simulationBytes, minDihedral, maxDihedral, warnings } = priced.preview;
  return (
    <>
      <dl className="mesher-price">
        <dt>Elements</dt>
        <dd className="mono">{`${formatNumber(tets, 6)} ${kind === 'tet' ? 'tets' : 'hexes'}`}</dd>
        {edgeLength !== undefined && (
          <>
            <dt>Long edge</dt>
            <dd className="mono">{plainLength(edgeLength)}</dd>
          </>
        )}
        {kind === 'tet' && (
          <>
            <dt>Angles</dt>
            <dd className="mono">{`${minDihedral.toFixed(0)}–${maxDihedral.toFixed(0)}°`}</dd>
          </>
        )}
        <dt>Memory</dt>
        <dd className="mono">{formatBytes(simulationBytes)}</dd>
      </dl>
      {warnings.length > 0 && <MesherWarning text={warnings[0]} />}
    </>
  );
}

function MesherWarning({ text }: { readonly text: string }) {
  return (
    <span className="mesher-doubt" title={text}>
      <TriangleAlert aria-hidden />
      {text}
    </span>
  );
}
