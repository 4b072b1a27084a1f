// The details of one record.

import { copyButton, element, facts, nameParts, table, time } from "./dom.js"
import { read, verdicts } from "./store.js"
import { wideEvent } from "./wide-event.js"

/** Returns the elements that describe a record. */
export async function details(record, store) {
  const [more, definition] = await Promise.all([
    read(`/api/records/${record.id}`).catch(() => ({})),
    record.definition && record.kind === "pixel"
      ? read(`/api/inspector/definitions/${encodeURIComponent(record.definition)}`).catch(() => null) : null,
  ])
  return [
    element("h2", {}, nameParts(record)), judgement(record),
    facts([["Time", time(record.time)], ["Today", more.today && `${more.today} times`], ["App", record.app],
      ["Answer", record.request && (record.request.status || "the connection was closed")]]),
    record.kind === "wideEvent" ? wideEvent(record, store) : null,
    record.kind === "pixel" ? parameters(record, more.previous) : null,
    record.event ? event(record.event) : null,
    definition ? description(definition) : null,
    record.verdict === "undocumented" && record.kind === "pixel" ? draft(record) : null,
    record.request ? request(record.request) : null,
  ].flat().filter(Boolean)
}

function judgement(record) {
  const verdict = verdicts[record.verdict]
  if (!verdict) return record.request ? element("p", {}, "Not judged, because the server was started without --definitions.") : null
  return element("div", { class: `judgement ${record.verdict}` },
    element("p", {}, element("strong", {}, `${verdict.sign} ${verdict.text}`)),
    record.reasons.length ? element("ul", {}, record.reasons.map(reason => element("li", {}, reason))) : null)
}

/** The parameters, and how they differ from the last arrival. */
function parameters(record, previous) {
  const before = new Map((previous?.parameters ?? []).map(({ name, value }) => [name, value]))
  const rows = record.parameters.map(({ name, value }) => {
    const old = before.get(name)
    before.delete(name)
    const note = !previous ? "" : old === undefined ? "new" : old !== value ? `was ${old}` : "unchanged"
    const row = [name, value, note]
    row.mark = note === "new" || note.startsWith("was") ? "changed" : ""
    return row
  })
  for (const [name, value] of before) {
    const row = [name, "", `removed, was ${value}`]
    row.mark = "changed"
    rows.push(row)
  }
  if (!rows.length) return element("p", {}, "It has no parameters.")
  return table(previous ? `Parameters, compared with ${time(previous.time)}` : "Parameters, first arrival",
    ["Name", "Value", "Change"], rows)
}

function event({ name, category, level, attributes, error }) {
  return [
    facts([["Event", name], ["Category", category], ["Level", level], ["Error", error]]),
    Object.keys(attributes ?? {}).length ? table("Attributes", ["Name", "Value"], Object.entries(attributes)) : null,
  ]
}

export function description(definition) {
  const items = definition.parameters ?? []
  return element("section", {},
    element("h3", {}, "Definition"),
    element("p", {}, definition.description),
    facts([
      ["Name", definition.name], ["Owners", definition.owners?.join(", ")], ["Triggers", definition.triggers?.join(", ")],
      ["Expires", definition.expires], ["File", `${definition.file}${definition.line ? `:${definition.line}` : ""}`],
    ]),
    items.length ? table("Declared parameters", ["Name", "Values", "Meaning"],
      items.map(item => [item.name, item.values, item.description])) : null)
}

function draft(record) {
  const path = `/api/inspector/definitions/${encodeURIComponent(record.name)}?draft=${encodeURIComponent(record.request.query)}`
  return element("section", {},
    element("h3", {}, "Undocumented"),
    element("p", {}, "No definition matches the name. Copy a definition, add a description and an owner, and save it in pixels/definitions."),
    copyButton("Copy a definition", async () => (await read(path)).draft))
}

function request({ method, path, query, body }) {
  const target = path + (query ? `?${query}` : "")
  const curl = ["curl", method === "GET" ? "" : `-X ${method}`, quoted(location.origin + target),
    body ? `--data-binary ${quoted(body)}` : ""].filter(Boolean).join(" ")
  return element("section", {},
    element("h3", {}, "Request"),
    element("pre", { tabIndex: 0, role: "region", "aria-label": "Raw request" }, `${method} ${target}${body ? `\n\n${body}` : ""}`),
    copyButton("Copy as curl", curl))
}

/** Quotes a text for a shell. */
function quoted(text) { return `'${text.replaceAll("'", "'\\''")}'` }
