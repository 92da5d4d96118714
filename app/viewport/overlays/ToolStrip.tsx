import { Brush, Expand, MousePointer2, Move3d, Pin, Pipette, Rotate3d, Ruler, type LucideIcon } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { useSession, useView } from '../../session/Session.ts';
import type { Tool } from '../../state/viewStore.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const TOOLS: readonly (readonly { tool: Tool; label: string; text: string; icon: LucideIcon }[])[] = [
  [
    {
      tool: 'select',
      label: 'Select',
      text: 'Click to select, Shift-click to add, drag to select by a box.',
      icon: MousePointer2,
    },
    { tool: 'move', label: 'Move', text: 'Moves the active object; with Ctrl in steps.', icon: Move3d },
    { tool: 'rotate', label: 'Rotate', text: 'Rotates the active object; with Ctrl in steps.', icon: Rotate3d },
    { tool: 'scale', label: 'Scale', text: 'Scales the active object; with Ctrl in steps.', icon: Expand },
  ],
  [
    { tool: 'pin', label: 'Pin', text: 'Drag on a body to pin the vertices in a sphere.', icon: Pin },
    { tool: 'paint', label: 'Paint', text: 'Paints pin weights, strength and mesh detail.', icon: Brush },
    { tool: 'probe', label: 'Probe', text: 'Shows the values of the element under the pointer.', icon: Pipette },
    {
      tool: 'measure',
      label: 'Measure',
      text: 'Drag from one point to another to measure their distance.',
      icon: Ruler,
    },
  ],
];

/** What a press in the viewport does. */
export function ToolStrip() {
  const session = useSession();
  const { view } = session;
  const chosen = useView((state) => state.tool);
  const keys = useKeyLabel();
  return (
    <div className="viewport-tools" role="toolbar" aria-label="Tools" aria-orientation="vertical">
      {TOOLS.map((group) => (
        <div key={group[0].tool}>
          {group.map(({ tool, label, text, icon }) => (
            <IconButton
              key={tool}
              icon={icon}
              label={label}
              text={text}
              keys={keys(tool === 'paint' ? 'paint.toggle' : `tool.${tool}`)}
              pressed={chosen === tool}
              tooltipSide="right"
              onClick={() => (tool === 'paint' ? runCommand(session, 'paint.toggle') : view.setState({ tool }))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
