// The table's page: keeps its parts at the fight's newest version, whatever happens to the network.
import { Board } from "./board.js";
import { Call } from "./call.js";
import { Dock } from "./dock.js";
import { Drawer } from "./drawer.js";
import "./htmx-setup.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { BattleMap } from "./map.js";
import "./menus.js";
import { Motion } from "./motion.js";
import { Order } from "./order.js";
import { Posts } from "./posts.js";
import { Prompts } from "./prompt.js";
import { Purses } from "./purse.js";
import { Sheet } from "./sheet.js";
import "./sure.js";

const page = document.querySelector("[data-table]");
// A form that was sent as a page may have led to its own address: everything here is relative to the table's.
if (location.pathname !== page.dataset.address) history.replaceState(null, "", page.dataset.address);
const connection = document.getElementById("connection");

const boardPlace = document.getElementById("board");
const board = boardPlace.querySelector("[data-map]") ? new BattleMap(boardPlace) : new Board(boardPlace);
const prompts = new Prompts(document.getElementById("prompts"), board, new Purses(document.getElementById("prompts")));
const dock = new Dock(page.querySelector(".dock"), page);
const log = new Log(document.getElementById("log"), document.getElementById("log-scroll"), document.getElementById("log-newer"));
const motion = new Motion(board.element);
const order = new Order(document.getElementById("order"));
const sheet = new Sheet(document.getElementById("sheet"));
const posts = new Posts();
const aside = document.getElementById("gm-drawer");
const drawer = aside && new Drawer(aside, document.querySelector(".gm-button"));
const call = new Call(prompts.element);

let shown = Number(page.dataset.version);
let hasAskedForWhole = false;
let work = Promise.resolve();

const said = {
  async update({ from, to, regions, log: lines, undone }) {
    if (to <= shown) return;
    if (from !== shown) {
      askForWhole();
      return;
    }
    await show(to, regions, () => log.append(lines));
    log.strike(undone);
  },
  async whole({ version, regions, log: lines, undone }) {
    hasAskedForWhole = false;
    if (version < shown) return;
    await show(version, regions, () => log.replace(lines));
    log.strike(undone);
  },
  async beat({ version }) {
    if (version > shown) askForWhole();
  },
  async presence(present) {
    showPresence(present);
  },
};

const live = new Live(socketAddress(), {
  hello: () => ({ type: "hello", version: shown }),
  heard: (message) => inTurn(() => said[message.type]?.(message)),
  state: showState,
  gone: () => location.reload(),
});

/** One after the other: a swap takes a moment, and the next message must find it done. */
function inTurn(job) {
  work = work.then(job).catch((problem) => {
    console.error(problem);
    askForWhole();
  });
}

function askForWhole() {
  if (hasAskedForWhole) return;
  hasAskedForWhole = true;
  live.say({ type: "whole?" });
}

async function show(version, regions, tellLog) {
  const stillToMove = motion.remember();
  const hadFocus = prompts.hasFocus;
  const held = drawer?.hold() ?? [];
  for (const [name, text] of Object.entries(regions)) await morph(document.getElementById(name), text);
  const fresh = tellLog();
  shown = version;
  page.dataset.version = version;
  settle(hadFocus);
  drawer?.regain(held);
  motion.play(stillToMove, fresh);
  board.follow?.(dock.isFresh);
  dock.reveal();
  call.check(fresh);
}

async function morph(part, text) {
  if (part) await htmx.swap({ sourceElement: part, target: part, text, swap: "innerMorph" });
}

/** What scripts add to the page, put on again after the server's HTML has come over it. */
function settle(hadFocus) {
  prompts.refresh(hadFocus);
  dock.refresh();
  posts.refresh();
  order.refresh();
  sheet.refresh();
  drawer?.refresh();
}

function showState(state) {
  if (state !== "live") hasAskedForWhole = false;
  connection.dataset.state = state;
  connection.querySelector("[data-words]").textContent = connection.dataset[state];
  if (state === "live") posts.sendAgain();
}

function showPresence({ people, more, watching }) {
  const place = document.getElementById("presence");
  const fill = (words, count) => words.replace("{count}", count);
  const names = [...people];
  if (more) names.push(fill(place.dataset.more, more));
  if (watching) names.push(fill(place.dataset.watching, watching));
  place.hidden = false;
  place.title = names.join(", ");
  place.querySelector("[data-names]").textContent = place.title;
  place.querySelector("[data-count]").textContent = people.length + (more || 0) + (watching || 0);
}

function socketAddress() {
  const address = new URL(page.dataset.live, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

// What somebody has opened stays open when the server's HTML comes over it.
htmx.registerExtension("ringside", {
  htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.tagName === "DETAILS"),
});
settle(false);
board.follow?.(dock.isFresh);
dock.reveal();
call.check([]);
