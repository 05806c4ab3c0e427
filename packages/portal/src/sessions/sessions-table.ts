import { html, nothing, type TemplateResult } from 'lit'

import { SESSION_TEXTS as texts } from '../texts/session-texts.ts'
import { formatMoment } from '../wording/format.ts'
import { nameBrowser } from './name-browser.ts'

/** An open session of a person, as the gateway says it. */
export interface OpenSession {
  readonly id: string
  readonly kind: 'BROWSER' | 'DEVICE'
  /** What a program calls itself; null for a browser. */
  readonly name: string | null
  readonly address: string
  readonly user_agent: string | null
  readonly started_at: string
  readonly last_used_at: string
  readonly is_current: boolean
}

/** @param end - ends a session; without it the table only shows them. */
export function sessionsTable(
  sessions: readonly OpenSession[],
  end: ((session: OpenSession) => void) | null,
): TemplateResult {
  return html`<table>
    <caption class="unseen">
      ${texts.caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${texts.what}</th>
        <th scope="col" class="wide">${texts.started}</th>
        <th scope="col" class="wide">${texts.used}</th>
        ${end === null ? nothing : html`<td></td>`}
      </tr>
    </thead>
    <tbody>
      ${sessions.map((session) => row(session, end))}
    </tbody>
  </table>`
}

function row(session: OpenSession, end: ((session: OpenSession) => void) | null): TemplateResult {
  const what = session.name ?? nameBrowser(session.user_agent)
  return html`<tr>
    <th scope="row">
      ${what}<span class="below">${session.address}</span>
      <span class="below narrow">${texts.used} ${formatMoment(session.last_used_at)}</span>
    </th>
    <td class="wide">${formatMoment(session.started_at)}</td>
    <td class="wide">${formatMoment(session.last_used_at)}</td>
    ${end === null ? nothing : html`<td class="number">${endButton(session, what, () => end(session))}</td>`}
  </tr>`
}

function endButton({ is_current: isCurrent }: OpenSession, what: string, end: () => void): TemplateResult {
  if (isCurrent) return html`<span class="mark good">${texts.current}</span>`
  return html`<button type="button" @click=${end}>${texts.end}<span class="unseen"> ${what}</span></button>`
}
