import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The whole page takes files that are dropped on it, when it is ready for them. */
export function DropArea({ ready, add, children }: { ready: boolean; add: (files: File[]) => void; children: ComponentChildren }) {
  const [over, setOver] = useState(false);
  const carriesFiles = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;
  return (
    <div
      class="console"
      onDragOver={(e) => {
        if (!carriesFiles(e)) return;
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={(e) => {
        if (e.relatedTarget === null) setOver(false);
      }}
      onDrop={(e) => {
        setOver(false);
        if (!carriesFiles(e)) return;
        e.preventDefault();
        add(Array.from(e.dataTransfer!.files));
      }}
    >
      {children}
      {over && <div class="drop">{ready ? 'Drop the files to add them' : 'A moment: something is still being done'}</div>}
    </div>
  );
}
