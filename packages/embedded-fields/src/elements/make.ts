/** Creates an element, ready with its attributes and children. An attribute that is null is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Writes a text only when it is another one: screen readers would read it again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
