import { html, type TemplateResult } from 'lit'

/** Returns what a page shows whose record does not exist; the page's link to all of them is the way back. */
export function missingRecord({
  heading,
  text,
}: {
  readonly heading: string
  readonly text: string
}): TemplateResult {
  return html`<h1 tabindex="-1">${heading}</h1>
    <p>${text}</p>`
}
