// Helpers that create elements. Text is always set as text, so that no value of a request becomes markup.

/** Creates an element. Properties that start with "aria-" or "data-", and "role", become attributes. */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (name === "class") node.className = value
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value)
    else if (name === "role" || name === "for" || name.includes("-")) node.setAttribute(name, value === true ? "" : value)
    else node[name] = value
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""))
  return node
}

/** Replaces the children of an element. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(child => child !== null && child !== undefined && child !== ""))
}

let counter = 0

/** A control with its label. */
export function labelled(text, control, properties = {}) {
  control.id ||= `control-${++counter}`
  return element("div", { class: "field", ...properties }, element("label", { for: control.id }, text), control)
}

export function select(options, properties = {}) {
  return element("select", properties, options.map(([value, text]) => element("option", { value }, text)))
}

export function button(text, onclick, properties = {}) {
  return element("button", { type: "button", onclick, ...properties }, text)
}

/** A button that copies a text and confirms it in the button. */
export function copyButton(label, text) {
  const node = button(label, async () => {
    const value = typeof text === "function" ? await text() : text
    try {
      await navigator.clipboard.writeText(value)
      node.textContent = "Copied"
    } catch {
      // Without permission for the clipboard the text is selected, so that it can be copied by hand.
      node.after(element("textarea", { class: "copy", readOnly: true, rows: 6, value, "aria-label": label }))
      node.nextSibling.select()
      node.textContent = "Press Ctrl+C"
    }
    setTimeout(() => { node.textContent = label }, 2000)
  })
  return node
}

/** A list of terms and descriptions. */
export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "")
  return element("dl", {}, shown.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]).flat())
}

export function table(caption, heads, rows) {
  return element("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": caption },
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, heads.map(head => element("th", { scope: "col" }, head)))),
      element("tbody", {}, rows.map(cells => element("tr", { class: cells.mark }, cells.map((cell, index) =>
        index === 0 ? element("th", { scope: "row" }, cell) : element("td", {}, cell)))))))
}

export function time(text) {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  return date.toLocaleTimeString("en-GB") + "." + String(date.getMilliseconds()).padStart(3, "0")
}

/** The name, split into prefix, name, frequency and platform. */
export function nameParts(record) {
  const parts = record.parts
  if (!parts) return element("b", {}, record.name)
  return [
    parts.prefix && element("span", { class: "prefix" }, parts.prefix), element("b", {}, parts.name),
    parts.variant && element("span", { class: "variant" }, `_${parts.variant}`),
    parts.frequency && element("span", { class: "frequency" }, parts.frequency),
    parts.platform && element("span", { class: "platform" }, parts.platform),
  ].filter(Boolean)
}
