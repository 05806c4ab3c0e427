import type { Timeline } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { formatAmount, formatMoment, sayWord } from '../wording/format.ts'

const { payment: texts } = TEXTS

type Entry = Timeline['data'][number]

const DETAIL_WORDS: Readonly<Record<string, string>> = { eci: 'ECI', acs_trans_id: 'ACS transaction id' }

/** What happened, the oldest first; each entry's members stand behind it. */
export function timelineView({ data, truncated }: Timeline): TemplateResult {
  return html`<section aria-labelledby="timeline">
    <h2 id="timeline">${texts.timeline}</h2>
    <ol class="timeline">
      ${data.map(entry)}
    </ol>
    ${truncated ? html`<p class="notice">${texts.truncated}</p>` : nothing}
    <p class="hint">${texts.live}</p>
  </section>`
}

function entry({ at, kind, title, detail }: Entry): TemplateResult {
  const members = Object.entries(detail).filter(([, value]) => value !== null)
  return html`<li class=${kind.toLowerCase()}>
    <time datetime=${at}>${formatMoment(at)}</time>
    <div>
      <p>${kind === 'FOLLOW_UP' ? html`<a href="/payments/${detail.transaction_id}">${title}</a>` : title}</p>
      <details>
        <summary><span class="unseen">${title}: </span>${texts.entryDetails}</summary>
        <dl class="pairs">
          ${members.map(
            ([name, value]) =>
              html`<dt>${DETAIL_WORDS[name] ?? sayWord(name)}</dt>
                <dd>${sayMember(name, value, detail)}</dd>`,
          )}
        </dl>
      </details>
    </div>
  </li>`
}

function sayMember(name: string, value: unknown, detail: object): string {
  if (name === 'amount' && 'currency' in detail) return formatAmount(Number(value), String(detail.currency))
  return String(value)
}
