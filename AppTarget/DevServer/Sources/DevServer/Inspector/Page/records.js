// The views "Stream" and "Not sent": a filtered list of records, and the details of one of them.

import { button, element, fill, labelled, nameParts, select, time } from "./dom.js"
import { details } from "./details.js"
import { VirtualList } from "./list.js"
import { change, kinds, verdicts } from "./store.js"

export class RecordsView {
  /** @param isIncluded Returns whether a record belongs to the view. */
  constructor(store, { label, isIncluded, hasVerdicts, empty }) {
    this.store = store
    this.isIncluded = isIncluded
    this.emptyTexts = empty
    this.items = []
    this.waiting = 0
    this.isPaused = false
    this.list = new VirtualList({
      label, cells, onopen: record => this.#open(record),
      columns: [["verdict", "Verdict"], ["time", "Time"], ["name", "Name"], ["summary", "Parameters"]],
    })
    this.#build(hasVerdicts)
    store.addEventListener("added", event => this.#add(event.detail))
    store.addEventListener("trimmed", () => this.#refresh())
  }

  #build(hasVerdicts) {
    const refresh = () => this.#refresh()
    this.text = element("input", { type: "search", oninput: refresh, autocomplete: "off", spellcheck: false })
    this.kind = select([["", "all"], ...["pixel", "wideEvent", "telemetry"].map(kind => [kind, kinds[kind]])], { onchange: refresh })
    this.verdict = select([["", "all"], ...Object.entries(verdicts).map(([name, { text }]) => [name, text])], { onchange: refresh })
    this.pause = button("Pause", () => this.togglePause(), { "aria-pressed": "false" })
    this.clear = button("Clear", () => change("DELETE", "/api/records").catch(error => this.#say(error.message)))
    this.count = element("p", { class: "count" })
    this.empty = element("div", { class: "empty" })
    this.details = element("aside", { class: "details", "aria-label": "Details", hidden: true, tabIndex: -1 })
    this.node = element("div", { class: "records" },
      element("div", { class: "toolbar" },
        labelled("Filter", this.text, { class: "field grow" }),
        hasVerdicts && labelled("Kind", this.kind), hasVerdicts && labelled("Verdict", this.verdict),
        this.pause, this.clear, this.count),
      element("div", { class: "split" }, element("div", { class: "pane" }, this.list.node, this.empty), this.details))
    this.details.addEventListener("keydown", event => { if (event.key === "Escape") this.#close() })
  }

  show() { this.#refresh() }

  #passes(record) {
    if (!this.isIncluded(record)) return false
    if (this.kind.value && record.kind !== this.kind.value) return false
    if (this.verdict.value && record.verdict !== this.verdict.value) return false
    return this.words.every(word => record.haystack.includes(word))
  }

  #refresh() {
    this.words = this.text.value.toLowerCase().split(/\s+/).filter(Boolean)
    this.items = this.store.records.filter(record => this.#passes(record))
    this.waiting = 0
    this.#update(0)
  }

  #add(records) {
    if (!this.words) return
    const added = records.filter(record => this.#passes(record))
    if (this.isPaused) {
      this.waiting += added.length
      this.pause.textContent = this.waiting ? `Resume (${this.waiting} new)` : "Resume"
      return
    }
    this.items.push(...added)
    this.#update(added.length)
  }

  #update(added) {
    this.list.show(this.items, added)
    const all = this.store.records.length
    this.count.textContent = `${this.items.length} of ${all}`
    const isEmpty = this.items.length === 0
    this.empty.hidden = !isEmpty
    this.list.node.hidden = isEmpty
    if (isEmpty) fill(this.empty, this.#isFiltered ? [element("p", {}, "No record matches the filter."), button("Remove the filter", () => this.#reset())] : this.emptyTexts())
  }

  get #isFiltered() { return Boolean(this.text.value || this.kind.value || this.verdict.value) }

  #reset() {
    this.text.value = this.kind.value = this.verdict.value = ""
    this.#refresh()
    this.text.focus()
  }

  togglePause() {
    this.isPaused = !this.isPaused
    this.pause.setAttribute("aria-pressed", String(this.isPaused))
    this.pause.textContent = this.isPaused ? "Resume" : "Pause"
    if (!this.isPaused) this.#refresh()
  }

  focusFilter() { this.text.focus() }

  async #open(record) {
    this.details.hidden = false
    this.node.classList.add("open")
    const close = button("Close", () => this.#close(), { class: "close" })
    fill(this.details, close, element("h2", {}, record.name))
    this.details.focus()
    const content = await details(record, this.store)
    if (this.list.selectedID === null || this.list.selectedID === record.id) fill(this.details, close, content)
  }

  #close() {
    this.details.hidden = true
    this.node.classList.remove("open")
    this.list.node.focus()
  }

  #say(text) { document.getElementById("announcer").textContent = text }
}

/** The cells of a row. */
function cells(record) {
  const verdict = verdicts[record.verdict]
  const sign = verdict ? `${verdict.sign} ${verdict.text}` : record.kind === "notSent" ? "⊘ not sent" : "– not judged"
  return [
    element("span", { class: `verdict ${record.verdict ?? ""}` }, sign),
    element("span", { class: "time" }, time(record.time)),
    element("span", { class: "name" }, nameParts(record), element("span", { class: "kind" }, kinds[record.kind])),
    element("span", { class: "summary" }, record.reasons.length ? record.reasons.join(" ") : record.summary),
  ]
}
