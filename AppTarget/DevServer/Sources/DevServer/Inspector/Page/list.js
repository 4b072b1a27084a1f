// A list of any length, newest first, of which only the visible rows are in the document.

import { element } from "./dom.js"

/** Rows beyond the visible ones, so that fast scrolling shows no gaps. */
const overscan = 8

export class VirtualList {
  /**
   * @param label The accessible name of the list.
   * @param columns The names of the columns, for screen readers.
   * @param cells Returns the cells of a record.
   * @param onopen Called with the record that the person opens.
   */
  constructor({ label, columns, cells, onopen }) {
    this.cells = cells
    this.onopen = onopen
    this.items = []
    this.selectedID = null
    this.rows = new Map()
    this.body = element("div", { class: "rows", role: "rowgroup" })
    this.head = element("div", { class: "row head", role: "row" },
      columns.map(([name, text]) => element("span", { class: name, role: "columnheader" }, text)))
    this.node = element("div", {
      class: "list", role: "grid", tabIndex: 0, "aria-label": label, "aria-rowcount": "0",
      onscroll: () => this.schedule(), onkeydown: event => this.#key(event),
    }, element("div", { role: "rowgroup", class: "headgroup" }, this.head), this.body)
    this.body.addEventListener("click", event => {
      const row = event.target.closest("[data-id]")
      if (row) this.select(Number(row.dataset.id), true)
    })
    new ResizeObserver(() => this.#measure()).observe(this.node)
  }

  #measure() {
    this.height = parseFloat(getComputedStyle(this.node).getPropertyValue("--row-height")) || 32
    for (const row of this.rows.values()) row.remove()
    this.rows.clear()
    this.schedule()
  }

  /** Shows other items, oldest first. Rows that the person looks at stay where they are. */
  show(items, added = 0) {
    this.items = items
    if (added > 0 && this.node.scrollTop > 0) this.pendingScroll = (this.pendingScroll ?? 0) + added * (this.height ?? 32)
    this.schedule()
  }

  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null
      this.#render()
    })
  }

  /** The item of a row. Row 0 is the newest. */
  item(row) { return this.items[this.items.length - 1 - row] }

  #render() {
    if (!this.node.isConnected || this.height === undefined) return
    const count = this.items.length
    this.body.style.height = `${count * this.height}px`
    this.node.setAttribute("aria-rowcount", String(count + 1))
    if (this.pendingScroll) this.node.scrollTop += this.pendingScroll
    this.pendingScroll = 0
    const first = Math.max(0, Math.floor(this.node.scrollTop / this.height) - overscan)
    const last = Math.min(count, Math.ceil((this.node.scrollTop + this.node.clientHeight) / this.height) + overscan)
    const wanted = new Set()
    for (let row = first; row < last; row++) {
      const item = this.item(row)
      wanted.add(item.id)
      this.#place(item, row)
    }
    for (const [id, node] of this.rows) {
      if (wanted.has(id)) continue
      node.remove()
      this.rows.delete(id)
    }
    const active = this.rows.get(this.selectedID)
    if (active) this.node.setAttribute("aria-activedescendant", active.id)
    else this.node.removeAttribute("aria-activedescendant")
  }

  #place(item, row) {
    let node = this.rows.get(item.id)
    if (!node) {
      node = element("div", { class: `row ${item.kind} ${item.verdict ?? ""}`, role: "row", id: `row-${item.id}`, "data-id": item.id },
        this.cells(item).map(cell => { cell.setAttribute("role", "gridcell"); return cell }))
      this.rows.set(item.id, node)
      this.body.append(node)
    }
    node.style.transform = `translateY(${row * this.height}px)`
    node.setAttribute("aria-rowindex", String(row + 2))
    node.setAttribute("aria-selected", String(item.id === this.selectedID))
  }

  select(id, opens) {
    this.selectedID = id
    this.schedule()
    const item = opens && this.items.find(item => item.id === id)
    if (item) this.onopen(item)
  }

  #key(event) {
    if (event.target !== this.node || event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(this.node.clientHeight / this.height) - 1)
    const current = this.items.findLastIndex(item => item.id === this.selectedID)
    const row = current < 0 ? -1 : this.items.length - 1 - current
    const target = {
      ArrowDown: row + 1, ArrowUp: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: this.items.length - 1,
    }[event.key]
    if (event.key === "Enter" || event.key === " ") {
      if (current >= 0) this.onopen(this.items[current])
    } else if (target === undefined || this.items.length === 0) {
      return
    } else {
      this.#reveal(Math.max(0, Math.min(this.items.length - 1, target)))
    }
    event.preventDefault()
  }

  #reveal(row) {
    this.selectedID = this.item(row).id
    const head = this.head.offsetHeight
    const top = row * this.height
    const bottom = top + this.height + head
    if (top < this.node.scrollTop) this.node.scrollTop = top
    else if (bottom > this.node.scrollTop + this.node.clientHeight) this.node.scrollTop = bottom - this.node.clientHeight
    this.#render()
  }
}
