import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { WEBHOOKS_TEXTS as texts } from '../texts/webhooks-texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'

/** A signing secret, shown this once. */
interface ShownSecret {
  readonly title: string
  readonly secret: string
  /** Until when the previous one is valid; null if there was none. */
  readonly until: string | null
}

/** @param announce - tells screen readers that the secret was copied. */
export function secretView(
  { title, secret, until }: ShownSecret,
  announce: (message: string) => void,
): { readonly heading: string; readonly body: TemplateResult } {
  return {
    heading: title,
    body: html`<dl class="shown">
        <dt>${texts.secret}</dt>
        <dd><code>${secret}</code></dd>
      </dl>
      <p class="hint">${texts.secretHint}</p>
      ${until === null ? nothing : html`<p>${texts.validUntil(formatMoment(until))}</p>`}
      <p class="buttons">${copyButton(secret, TEXTS.copy, announce)}</p>`,
  }
}
