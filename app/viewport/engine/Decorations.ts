import { Group } from 'three';
import type { Entity } from '../../../src/scene/Scene.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { Decoration } from '../../entities/ViewportKind.ts';

/** What is drawn beside the streams of entities: made for each that has something, and kept up to date with the document. */
export class Decorations {
  readonly object = new Group();
  private readonly known = new Map<string, Decoration>();

  /** Shows those of these entities and of no others, at a quality with this scale of edges. */
  update(entities: readonly Entity[], edgeScale: number): void {
    const wanted = new Set<string>();
    for (const entity of entities) {
      const decoration = this.of(entity);
      if (decoration === undefined) continue;
      wanted.add(entity.id);
      decoration.show(entity, edgeScale);
    }
    for (const [id, { object }] of this.known) object.visible = wanted.has(id);
  }

  dispose(): void {
    for (const decoration of this.known.values()) {
      this.object.remove(decoration.object);
      decoration.dispose();
    }
    this.known.clear();
  }

  private of(entity: Entity): Decoration | undefined {
    const found = this.known.get(entity.id);
    if (found !== undefined) return found;
    const made = viewportKind(entity).createDecoration?.();
    if (made === undefined) return undefined;
    this.known.set(entity.id, made);
    this.object.add(made.object);
    return made;
  }
}
