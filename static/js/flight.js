// What flies over the map: a thing that was thrown, by the cells of the log line that tells of it.
const STEP = 280;

/** Let something fly from cell to cell over the map's ground. */
export function fly(field, labels) {
  const spots = labels.map((label) => middle(field, label));
  const [first] = spots;
  const piece = Object.assign(document.createElement("span"), { className: "flying", ariaHidden: "true" });
  field.append(piece);
  piece.style.left = `${first.x}px`;
  piece.style.top = `${first.y}px`;
  const frames = spots.map(({ x, y }) => ({ translate: `${x - first.x}px ${y - first.y}px` }));
  const flight = piece.animate(frames, { duration: STEP * labels.length, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => piece.remove();
}

function middle(field, label) {
  const ground = field.querySelector(".map-ground");
  const { cols, rows } = field.closest("[data-map]").dataset;
  const [col, row] = [label.charCodeAt(0) - 64.5, Number(label.slice(1)) - 0.5];
  return { x: ground.offsetLeft + (col * ground.offsetWidth) / cols, y: ground.offsetTop + (row * ground.offsetHeight) / rows };
}
