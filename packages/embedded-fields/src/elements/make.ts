/** Creates an element with its attributes and children. An attribute that is null is omitted. */
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

/** Sets a text only if it differs, because screen readers would read it again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
