/**
 * Writes a text that follows the playhead into an element. The text of its one node is changed where it stands: a new node would have the styles and
 * the places of everything around it computed anew.
 */
export function writeText(element: Element, text: string): void {
  const { firstChild: node } = element;
  if (node instanceof Text && node.nextSibling === null) {
    if (node.data !== text) node.data = text;
  } else if (element.textContent !== text) element.textContent = text;
}
