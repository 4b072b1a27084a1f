// The records in this page, the states of the apps and the faults, all fed by one event stream.

/** The records that the page holds. The server holds as many. */
const limit = 20000

export const verdicts = {
  passed: { sign: "✓", text: "passed" },
  failed: { sign: "✕", text: "failed" },
  undocumented: { sign: "?", text: "undocumented" },
  oldVersion: { sign: "◷", text: "old version" },
}

export const kinds = { pixel: "Pixel", wideEvent: "Wide event", telemetry: "Telemetry", notSent: "Not sent" }

export class Store extends EventTarget {
  records = []
  apps = []
  faults = []
  isConnected = false
  #epoch = null

  /** Opens the stream. The browser reconnects by itself and continues after the last record. */
  connect() {
    const source = new EventSource("/api/inspector/stream")
    source.addEventListener("open", () => this.#set("isConnected", true, "connection"))
    source.addEventListener("error", () => this.#set("isConnected", false, "connection"))
    source.addEventListener("hello", event => {
      const { epoch, continues } = JSON.parse(event.data)
      if (!continues && this.#epoch !== null) this.#clear()
      this.#epoch = epoch
    })
    source.addEventListener("cleared", () => this.#clear())
    source.addEventListener("apps", event => this.#set("apps", JSON.parse(event.data), "apps"))
    source.addEventListener("faults", event => this.#set("faults", JSON.parse(event.data), "faults"))
    source.addEventListener("records", event => {
      const added = JSON.parse(event.data).map(record => new Row(record))
      this.records.push(...added)
      if (this.records.length > limit) {
        this.records.splice(0, this.records.length - Math.floor(limit * 7 / 8))
        this.dispatchEvent(new Event("trimmed"))
      } else {
        this.dispatchEvent(new CustomEvent("added", { detail: added }))
      }
    })
  }

  #set(name, value, event) {
    this[name] = value
    this.dispatchEvent(new Event(event))
  }

  #clear() {
    this.records = []
    this.dispatchEvent(new Event("trimmed"))
  }
}

/** A record with the texts that the list needs. */
class Row {
  constructor(record) {
    Object.assign(this, record)
    this.reasons ??= []
    this.parameters ??= []
  }

  /** Everything that the text filter searches. */
  get haystack() {
    return this.#haystack ??= [this.name, this.verdict, this.summary, ...this.reasons].join(" ").toLowerCase()
  }

  /** The parameters or attributes in one line. */
  get summary() {
    return this.#summary ??= this.#summarise()
  }

  #haystack
  #summary

  #summarise() {
    if (this.kind === "pixel") return this.parameters.map(({ name, value }) => `${name}=${value}`).join("  ")
    if (this.kind === "wideEvent") return wideEventSummary(this.request?.body)
    const attributes = Object.entries(this.event?.attributes ?? {}).filter(([name]) => name !== "pixel")
    const error = this.event?.error ? [["error", this.event.error]] : []
    return [...attributes, ...error].map(([name, value]) => `${name}=${value}`).join("  ")
  }
}

function wideEventSummary(body) {
  try {
    const { feature, context } = JSON.parse(body)
    const step = feature?.data?.ext?.failing_step
    return [feature?.status, step && `failing step ${step}`, context?.name && `origin ${context.name}`]
      .filter(Boolean).join("  ")
  } catch {
    return "The body is not JSON."
  }
}

/** Sends a request that changes something on the server. */
export async function change(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? `Status ${answer.status}`)
}

export async function read(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? `Status ${answer.status}`)
  return answer.json()
}
