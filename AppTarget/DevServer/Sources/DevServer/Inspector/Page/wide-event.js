// The details of a wide event: its outcome, its steps on a timeline, and the flows that are still pending.

import { element, facts, table, time } from "./dom.js"

const suffix = /_latency_ms(_bucketed)?$/

export function wideEvent(record, store) {
  let payload
  try { payload = JSON.parse(record.request.body) } catch { return [pending(store)] }
  const feature = payload.feature ?? {}
  const fields = feature.data?.ext ?? {}
  const steps = Object.entries(fields).filter(([name, value]) => suffix.test(name) && typeof value === "number")
  const others = Object.entries(fields).filter(([name]) => !suffix.test(name))
  const failing = fields.failing_step
  return [
    facts([["Status", feature.status], ["Reason", feature.status_reason], ["Failing step", failing],
      ["Origin", payload.context?.name], ["Version", payload.meta?.version]]),
    steps.length || failing ? timeline(steps, failing) : null,
    others.length ? table("Fields", ["Name", "Value"], others.map(([name, value]) => [name, String(value)])) : null,
    element("details", {}, element("summary", {}, "JSON"),
      element("pre", { tabIndex: 0, role: "region", "aria-label": "JSON of the wide event" }, JSON.stringify(payload, null, 2))),
    pending(store),
  ]
}

/** One bar for each step, as long as the step took. Buckets are upper bounds. */
function timeline(steps, failing) {
  const total = steps.reduce((sum, [, value]) => sum + Math.max(0, value), 0) || 1
  let start = 0
  const rows = steps.map(([name, value]) => {
    const bar = element("span", { class: "bar" })
    bar.style.marginInlineStart = `${start / total * 100}%`
    bar.style.inlineSize = `max(3px, ${Math.max(0, value) / total * 100}%)`
    start += Math.max(0, value)
    const words = name.replace(suffix, "").replaceAll("_", " ")
    return element("li", {}, element("span", {}, words), element("span", { class: "track" }, bar),
      element("span", { class: "duration" }, duration(value)))
  })
  if (failing) {
    rows.push(element("li", { class: "failed" }, element("span", {}, failing.toLowerCase().replaceAll("_", " ")),
      element("span", { class: "track" }, element("span", { class: "bar end" })), element("span", { class: "duration" }, "✕ failed")))
  }
  return element("section", {}, element("h3", {}, "Steps"), element("ol", { class: "timeline" }, rows))
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `≤ ${milliseconds} ms` : `≤ ${milliseconds / 1000} s`
}

/** The flows that are pending in the connected apps. */
function pending(store) {
  const flows = store.apps.flatMap(({ app, health }) => (health?.flows ?? []).map(flow => [flow.name, time(flow.started), app.name]))
  return element("section", {}, element("h3", {}, "Pending flows"),
    flows.length ? table("Pending flows of the connected apps", ["Flow", "Since", "App"], flows)
      : element("p", {}, "None. Flows of an app appear here while it runs with --inspect."))
}
