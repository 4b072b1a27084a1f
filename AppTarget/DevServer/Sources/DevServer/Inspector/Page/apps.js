// The view "Apps": accounts, sinks and pending flows of each connected app.

import { element, facts, fill, table, time } from "./dom.js"

export class AppsView {
  constructor(store) {
    this.store = store
    this.node = element("div", { class: "page" })
    store.addEventListener("apps", () => this.#render())
    this.#render()
  }

  show() {}

  #render() {
    const apps = this.store.apps.toReversed()
    fill(this.node, element("h2", {}, "Apps"), apps.length ? apps.map(card) : element("div", { class: "empty" },
      element("p", {}, "No app has reported yet. Start one with the address of this page:"),
      element("pre", {}, `browser run --inspect\nPIXELKIT_INSPECT=${location.origin} browser visit http://www.example.org/`)))
  }
}

export function modeText(app) {
  return app.mode === "inspectOnly" ? "Inspect only: sends to the inspector alone" : "Production: sends as configured"
}

function card({ app, health, seen }) {
  const accounts = health?.accounts
  const dropped = Object.entries(accounts?.dropped ?? {}).filter(([, count]) => count > 0)
  return element("section", { class: "card", "aria-label": app.name },
    element("h3", {}, `${app.name} ${app.version ?? ""}`),
    element("p", { class: app.mode }, modeText(app)),
    facts([["Process", app.process], ["Last report", time(seen)], ["Consent", health?.consent]]),
    accounts ? table("Accounts", ["Count", "Requests"], [
      ["accepted", accounts.accepted], ["delivered", accounts.delivered], ["pending", accounts.pending],
      ...dropped.map(([reason, count]) => [`dropped: ${reason}`, count]),
      ["suppressed", accounts.suppressed], ["resent", accounts.resent],
    ].map(([name, count]) => [name, String(count ?? 0)])) : null,
    accounts ? element("p", {}, balance(accounts)) : null,
    health?.sinks?.length ? table("Sinks, in the order of delivery",
      ["Sink", "Type", "Settings", "Delivered", "Failed", "Dropped", "Pending", "Last failure"], sinks(health.sinks, 0)) : null,
    health?.flows?.length ? table("Pending flows", ["Flow", "Since"], health.flows.map(flow => [flow.name, time(flow.started)])) : null)
}

function balance({ accepted, delivered, pending, dropped }) {
  const lost = Object.values(dropped ?? {}).reduce((sum, count) => sum + count, 0)
  const isBalanced = accepted === delivered + pending + lost
  return `${accepted} accepted ${isBalanced ? "=" : "≠"} ${delivered} delivered + ${pending} pending + ${lost} dropped`
}

/** One row for each sink. A sink that another one wraps is indented. */
function sinks(list, depth) {
  return list.flatMap(sink => [
    [element("span", { class: `depth-${Math.min(depth, 4)}` }, (depth ? "↳ " : "") + sink.name), sink.type, sink.settings ?? "",
      ...["delivered", "failed", "dropped", "pending"].map(name => String(sink[name] ?? 0)), sink.lastFailure ?? ""],
    ...sinks(sink.downstream ?? [], depth + 1),
  ])
}
