/** CSS pixels of the viewport. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** px from the point that a card tells of to its near edge, and from there to its middle upwards or downwards. */
const OFFSET = { x: 54, y: 34 };
/** px between a card and what it must not cover. */
const GAP = 4;

/**
 * Finds where the card about a point stands: on its left and above it, or else on the first other side where it lies in the viewport and covers nothing of
 * what is `taken`. A card that has no such room covers that.
 */
export function placeCard(
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
  viewport: Pick<Rectangle, 'width' | 'height'>,
  taken: readonly Rectangle[],
): { readonly left: number; readonly top: number; readonly onLeft: boolean } {
  const corners = [-1, 1].flatMap((down) =>
    [true, false].map((onLeft) => ({
      left: Math.round(onLeft ? x - OFFSET.x - width : x + OFFSET.x),
      top: Math.round(y + down * OFFSET.y - height / 2),
      onLeft,
    })),
  );
  const inside = corners.filter(
    ({ left, top }) => left >= 0 && top >= 0 && left + width <= viewport.width && top + height <= viewport.height,
  );
  const free = inside.find(({ left, top }) =>
    taken.every(
      (other) =>
        !overlap({ left: left - GAP, top: top - GAP, width: width + 2 * GAP, height: height + 2 * GAP }, other),
    ),
  );
  return free ?? inside[0] ?? corners[0];
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
