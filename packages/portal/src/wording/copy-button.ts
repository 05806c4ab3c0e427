import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

/**
 * Returns a button that copies a text.
 *
 * @param label - its label, next to the word that it copies.
 * @param announce - announces that it was copied.
 */
export function copyButton(text: string, label: string, announce: (message: string) => void): TemplateResult {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    announce(TEXTS.copied)
  }
  return html`<button type="button" @click=${copy}>${label}</button>`
}
