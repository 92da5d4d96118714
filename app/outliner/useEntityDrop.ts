import { useState, type DragEvent } from 'react';
import { isBody, type Entity } from '../../src/scene/Scene.ts';
import { addContext, addEntry, dropEntry } from '../commands/addEntry.ts';
import { useSession } from '../session/Session.ts';

/** The properties of a row that can be dragged where its entity deforms, and dropped on where that adds something: a pin by which the dragged one follows it. */
export function useEntityDrop(entity: Entity, dragged: string | undefined, onDrag: (id: string | undefined) => void) {
  const session = useSession();
  const [isOver, setIsOver] = useState(false);
  const entry = () => {
    const entities = session.document.scene?.entities ?? [];
    return dragged === undefined ? undefined : dropEntry(entities, dragged, entity.id);
  };
  return {
    draggable: isBody(entity),
    'data-drop': isOver || undefined,
    onDragStart: () => onDrag(entity.id),
    onDragEnd: () => onDrag(undefined),
    onDragOver: (event: DragEvent) => {
      if (entry() === undefined) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      const found = entry();
      if (found === undefined || dragged === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      addEntry(session, found, addContext(session, [dragged, entity.id]));
    },
  };
}
