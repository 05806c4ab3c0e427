import { html, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'

/**
 * Returns a button that copies a text.
 *
 * @param label - its label, next to the word that it copies.
 * @param say - announces that it was copied.
 */
export function copyButton(text: string, label: string, say: (message: string) => void): TemplateResult {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    say(TEXTS.copied)
  }
  return html`<button type="button" @click=${copy}>${label}</button>`
}
