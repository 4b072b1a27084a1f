// The view "Faults": buttons that make the server fail, and the faults that are left.

import { button, element, fill, labelled, select, table } from "./dom.js"
import { change } from "./store.js"

const targets = [["/t/", "pixels"], ["/e", "wide events"], ["/api/protection/", "protection service"], ["/api/", "account, checkout and protection"], ["/", "everything"]]
const counts = [["1", "the next request"], ["5", "the next 5 requests"], ["-1", "all requests until cleared"]]
const faults = [
  ["Answer 500", { status: 500 }],
  ["Answer 429 with Retry-After 10", { status: 429, retryAfter: "10" }],
  ["Close the connection", { close: true }],
  ["Stall for 10 s", { delayMs: 10000 }],
]

export class FaultsView {
  constructor(store) {
    this.store = store
    this.target = select(targets)
    this.count = select(counts, { value: "5" })
    this.count.value = "5"
    this.message = element("p", { role: "status" })
    this.remaining = element("div")
    this.node = element("div", { class: "page" },
      element("h2", {}, "Faults"),
      element("p", {}, "Make the server fail, and watch how the app retries and recovers."),
      element("div", { class: "toolbar" }, labelled("For", this.target), labelled("Fail", this.count)),
      element("div", { class: "buttons" }, faults.map(([text, fault]) => button(text, () => this.#add(text, fault)))),
      this.message, element("h3", {}, "Remaining faults"), this.remaining)
    store.addEventListener("faults", () => this.#render())
    this.#render()
  }

  show() {}

  async #add(text, fault) {
    await this.#run(`${text}: added.`, () =>
      change("POST", "/_faults", [{ path: this.target.value, count: Number(this.count.value), ...fault }]))
  }

  async #run(done, work) {
    try {
      await work()
      this.message.textContent = done
    } catch (error) {
      this.message.textContent = error.message
    }
  }

  #render() {
    const list = this.store.faults
    fill(this.remaining, list.length ? [
      table("Remaining faults", ["Path", "Fault", "Requests"], list.map(fault =>
        [fault.path, words(fault), fault.count < 0 ? "all" : String(fault.count)])),
      button("Clear all faults", () => this.#run("Cleared.", () => change("DELETE", "/_faults"))),
    ] : element("p", {}, "None. The server answers as usual."))
  }
}

function words({ status, retryAfter, delayMs, close }) {
  return [status && `answers ${status}`, retryAfter && `Retry-After ${retryAfter}`, close && "closes", delayMs && `waits ${delayMs / 1000} s`]
    .filter(Boolean).join(", ")
}
