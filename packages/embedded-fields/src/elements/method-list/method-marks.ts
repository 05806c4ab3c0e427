import { html, type TemplateResult } from 'lit/html.js'
import { drawingOf } from './method-drawings.ts'

/** Renders the decorative mark next to the name of a method: a drawing, or letters. */
export function renderMark(mark: string): TemplateResult {
  const drawing = drawingOf(mark)
  return drawing === null
    ? html`<span class="method-mark method-letters" aria-hidden="true">${mark}</span>`
    : html`<svg class="method-mark" viewBox="0 0 24 24" aria-hidden="true"><path d=${drawing} /></svg>`
}
