import { html, type TemplateResult } from 'lit/html.js'
import { drawingOf } from './method-drawings.ts'

/** The mark beside the name of a method, decorative too: a drawing, or the letters that stand in its place. */
export function renderMark(mark: string): TemplateResult {
  const drawing = drawingOf(mark)
  return drawing === null
    ? html`<span class="method-mark method-letters" aria-hidden="true">${mark}</span>`
    : html`<svg class="method-mark" viewBox="0 0 24 24" aria-hidden="true"><path d=${drawing} /></svg>`
}
