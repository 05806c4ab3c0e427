import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

/** Returns the mark and the name of the product: a gate, half raised, in a stream. */
export function brand(): TemplateResult {
  return html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6"></rect>
      <path d="M6 5v10M18 5v10M9 5h6v6H9zM4 18q2-2 4 0t4 0 4 0 4 0"></path>
    </svg>
    ${TEXTS.product}`
}
