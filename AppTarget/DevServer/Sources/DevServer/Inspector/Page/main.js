// The frame of the page: views, connection, keyboard and announcements.

import { AppsView, modeText } from "./apps.js"
import { CatalogView } from "./catalog.js"
import { element, fill } from "./dom.js"
import { FaultsView } from "./faults.js"
import { RecordsView } from "./records.js"
import { Store } from "./store.js"

const store = new Store()
const views = {
  stream: new RecordsView(store, {
    label: "Records, newest first", isIncluded: record => record.kind !== "notSent", hasVerdicts: true,
    empty: () => [
      element("p", {}, "Nothing has arrived yet. Send pixels to this server:"),
      element("pre", {}, `PIXEL_BASE_URL=${location.origin} browser visit http://www.example.org/\ncurl '${location.origin}/t/m_hello?name=value'`),
    ],
  }),
  "not-sent": new RecordsView(store, {
    label: "Pixels that were not sent, newest first", isIncluded: record => record.kind === "notSent", hasVerdicts: false,
    empty: () => [
      element("p", {}, "Every fired pixel was sent, or no app reports. An app reports suppressed, sampled and dropped pixels when it runs with the address of this page:"),
      element("pre", {}, `PIXELKIT_INSPECT=${location.origin} browser visit http://www.example.org/`),
    ],
  }),
  apps: new AppsView(store),
  faults: new FaultsView(store),
  catalog: new CatalogView(),
}
let current

function route() {
  const name = location.hash.slice(1)
  if (name === "main") return
  const key = Object.hasOwn(views, name) ? name : "stream"
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${key}`) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  if (current === views[key]) return
  current = views[key]
  document.title = `${document.querySelector("nav a[aria-current]").textContent} – Inspector`
  fill(document.getElementById("main"), current.node)
  current.show()
}

store.addEventListener("connection", () => {
  const node = document.getElementById("connection")
  node.textContent = store.isConnected ? "Connected" : "Disconnected. Reconnecting"
  node.classList.toggle("lost", !store.isConnected)
})

store.addEventListener("apps", () => {
  const texts = [...new Set(store.apps.map(({ app }) => modeText(app)))]
  document.getElementById("mode").textContent = texts.join(". ")
})

// Announces new records once in five seconds, not one by one.
let unannounced = 0
let timer
store.addEventListener("added", event => {
  unannounced += event.detail.length
  timer ??= setTimeout(() => {
    document.getElementById("announcer").textContent = unannounced === 1 ? "1 new record" : `${unannounced} new records`
    unannounced = 0
    timer = undefined
  }, 5000)
})

addEventListener("hashchange", route)
addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return
  if (event.key === "/" && current.focusFilter) {
    current.focusFilter()
    event.preventDefault()
  } else if (event.key === "p" && current.togglePause) {
    current.togglePause()
  }
})

route()
store.connect()
