// Where squares lie in the window: around several, together in sight, next to one.
/** What all these boxes lie in. */
export function bounds(boxes) {
  const most = (side) => Math.max(...boxes.map((box) => box[side]));
  const least = (side) => Math.min(...boxes.map((box) => box[side]));
  return { left: least("left"), right: most("right"), top: least("top"), bottom: most("bottom") };
}

/** Those of the boxes that can be seen at once: all, else the most around one of them. */
export function crowded(boxes, seen) {
  const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
  const hasRoom = ({ left, right, top, bottom }, part) => right - left <= width / part && bottom - top <= height / part;
  if (hasRoom(bounds(boxes), 1)) return boxes;
  const groups = boxes.map((one) => boxes.filter((other) => hasRoom(bounds([one, other]), 2)));
  return groups.reduce((best, group) => (group.length > best.length ? group : best));
}

/** The square next to another one. */
export function nearest(squares, to) {
  const far = (square) => {
    const [one, other] = [square.getBoundingClientRect(), to.getBoundingClientRect()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };
  return squares.reduce((best, square) => (far(square) < far(best) ? square : best));
}
