import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'

const { webhooks: texts } = TEXTS

/** A signing secret, shown this once. */
export function secretView(
  shown: {
    readonly title: string
    readonly secret: string
    /** Until when the one before is good; null where there was none. */
    readonly until: string | null
  },
  { say, close }: { readonly say: (message: string) => void; readonly close: () => void },
): TemplateResult {
  const { title, secret, until } = shown
  return html`<div class="fields">
    <h2 id="subscription-title">${title}</h2>
    <dl class="shown">
      <dt>${texts.secret}</dt>
      <dd><code>${secret}</code></dd>
    </dl>
    <p class="hint">${texts.secretHint}</p>
    ${until === null ? nothing : html`<p>${texts.validUntil(formatMoment(until))}</p>`}
    <p class="buttons">
      ${copyButton(secret, TEXTS.copy, say)}
      <button type="button" class="main" @click=${close}>${texts.done}</button>
    </p>
  </div>`
}
