import type { Timeline } from '@sluice/types'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

import '../design/time.ts'
import { PAYMENT_TEXTS as texts } from '../texts/payment-texts.ts'
import { formatDay } from '../wording/format-day.ts'
import { formatAmount, formatClock, formatMoment, keepAmounts, formatWord } from '../wording/format.ts'
import { typeLabel, statusTone } from '../wording/status-mark.ts'
import type { Tone } from '../wording/tones.ts'
import { groupDays } from './group-days.ts'
import { timelineIcon } from './timeline-icons.ts'

type Entry = Timeline['data'][number]

const DETAIL_WORDS: Readonly<Record<string, string>> = {
  eci: 'ECI',
  acs_trans_id: 'ACS transaction ID',
  ds_trans_id: 'DS transaction ID',
  three_ds_server_trans_id: '3DS server transaction ID',
  request_id: 'Request ID',
  webhook_id: 'Webhook ID',
  http_status: 'HTTP status',
  duration_ms: 'Duration in ms',
  next_question_at: 'Next status query',
}

/** Renders the timeline of a transaction, oldest first, grouped by day. Each row opens and shows its members. */
export function timelineView({ data, truncated }: Timeline, type: string, now: Date): TemplateResult {
  return html`<section aria-labelledby="timeline">
    <h2 id="timeline">${texts.timeline}</h2>
    ${groupDays(data).map(
      ({ at, entries }) =>
        html`<h3 class="day">
            ${formatDay(at, now)}
            <span class="hint"><portal-time .at=${entries[0]?.at ?? ''} relative></portal-time></span>
          </h3>
          <ol class="timeline">
            ${repeat(
              entries,
              (entry) => `${entry.at} ${entry.title}`,
              (entry) => row(entry, type),
            )}
          </ol>`,
    )}
    ${truncated ? html`<p class="notice">${texts.truncated}</p>` : nothing}
    <p class="hint">${texts.live}</p>
  </section>`
}

function row(entry: Entry, type: string): TemplateResult {
  const { at, kind, title, detail } = entry
  const members = Object.entries(detail).filter(([, value]) => value !== null)
  return html`<li class=${kind.toLowerCase()} data-tone=${toneOf(entry, type) ?? nothing}>
    <details>
      <summary>
        ${timelineIcon(kind)} <span class="what">${keepAmounts(title)}</span>
        <time datetime=${at} title=${formatMoment(at)}>${formatClock(at)}</time>
      </summary>
      ${entry.kind === 'FOLLOW_UP' ? followUpLink(entry.detail) : nothing}
      <dl class="pairs">
        ${members.map(
          ([name, value]) =>
            html`<dt>${DETAIL_WORDS[name] ?? formatWord(name)}</dt>
              <dd>${formatMember(name, value, detail)}</dd>`,
        )}
      </dl>
    </details>
  </li>`
}

/** The tone of a status that the entry reports: the transaction's own, or that of one of its operations. */
function toneOf(entry: Entry, type: string): Tone | undefined {
  switch (entry.kind) {
    case 'STATUS':
      return statusTone(entry.detail.to_status, type)
    case 'FOLLOW_UP':
      return statusTone(entry.detail.status, entry.detail.transaction_type)
    default:
      return undefined
  }
}

function followUpLink({
  transaction_id: id,
  transaction_type: type,
}: Extract<Entry, { kind: 'FOLLOW_UP' }>['detail']): TemplateResult {
  return html`<p><a href="/payments/${id}">${texts.followUp(typeLabel(type))}</a></p>`
}

function formatMember(name: string, value: unknown, detail: object): string {
  if (/amount$/.test(name) && 'currency' in detail)
    return formatAmount(Number(value), String(detail.currency))
  if (/(?:_at|^until|_before)$/.test(name)) return formatMoment(String(value))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
