// The view "Catalog": all definitions, with a filter.

import { element, fill, labelled } from "./dom.js"
import { description } from "./details.js"
import { read } from "./store.js"

/** Definitions that are open at a time. The others are a line each. */
export class CatalogView {
  constructor() {
    this.text = element("input", { type: "search", oninput: () => this.#render(), autocomplete: "off", spellcheck: false })
    this.count = element("p", { class: "count" })
    this.list = element("div", { class: "catalog" })
    this.node = element("div", { class: "page" }, element("h2", {}, "Catalog"),
      element("div", { class: "toolbar" }, labelled("Filter", this.text, { class: "field grow" }), this.count), this.list)
    this.definitions = []
  }

  async show() {
    try { this.definitions = await read("/api/inspector/definitions") } catch { this.definitions = [] }
    this.texts = this.definitions.map(definition => JSON.stringify(definition).toLowerCase())
    this.#render()
  }

  focusFilter() { this.text.focus() }

  #render() {
    const words = this.text.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = this.definitions.filter((_, index) => words.every(word => this.texts[index].includes(word)))
    this.count.textContent = `${shown.length} of ${this.definitions.length}`
    if (!this.definitions.length) {
      return fill(this.list, element("div", { class: "empty" }, element("p", {},
        "The server was started without definitions. Start it with --definitions and the folder of your definitions.")))
    }
    fill(this.list, shown.length ? shown.map(definition => element("details", {},
      element("summary", {}, definition.name, element("span", { class: "summary" }, definition.description)),
      description(definition))) : element("p", {}, "No definition matches the filter."))
  }
}
