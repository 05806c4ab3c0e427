/** Attributes that name other elements by their ids. */
const REFERENCES = ['for', 'aria-describedby', 'aria-labelledby', 'aria-controls'] as const

/** Gives the ids in a form an ending of their own: beside each other, two forms would have each other's labels. */
export function distinguishIds(form: HTMLElement, ending: string): void {
  for (const element of form.querySelectorAll('[id]')) element.id += `-${ending}`
  for (const name of REFERENCES) {
    for (const element of form.querySelectorAll(`[${name}]`)) {
      const ids = element.getAttribute(name)?.split(' ') ?? []
      element.setAttribute(name, ids.map((id) => `${id}-${ending}`).join(' '))
    }
  }
}
