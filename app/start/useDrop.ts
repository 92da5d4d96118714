import { useState, type DragEvent } from 'react';

/** Files dragged over an element, and dropped on it. */
export function useDrop(drop: (file: File) => void) {
  const [over, setOver] = useState(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    over: over > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) setOver((count) => count + 1);
      },
      onDragLeave: (event: DragEvent) => {
        if (hasFiles(event)) setOver((count) => Math.max(0, count - 1));
      },
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(0);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) drop(file);
      },
    },
  };
}
