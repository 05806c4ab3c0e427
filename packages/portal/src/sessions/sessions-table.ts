import { html, type TemplateResult } from 'lit'

import '../design/time.ts'
import { dataTable } from '../design/data-table.ts'
import { SESSION_TEXTS as texts } from '../texts/session-texts.ts'
import { nameBrowser } from './name-browser.ts'

/** An open session of a person, as the gateway returns it. */
export interface OpenSession {
  readonly id: string
  readonly kind: 'BROWSER' | 'DEVICE'
  /** The name that a program gave itself; null for a browser. */
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
  return dataTable({
    caption: texts.caption,
    rows: sessions,
    key: ({ id }) => id,
    columns: [
      {
        heading: texts.what,
        cell: (session) =>
          html`${nameOf(session)}<span class="below">${session.address}</span>
            <span class="below narrow"
              >${texts.used} <portal-time at=${session.last_used_at} relative></portal-time
            ></span>`,
      },
      {
        heading: texts.started,
        style: 'wide',
        cell: ({ started_at: at }) => html`<portal-time at=${at}></portal-time>`,
      },
      {
        heading: texts.used,
        style: 'wide',
        cell: ({ last_used_at: at }) => html`<portal-time at=${at} relative></portal-time>`,
      },
      ...(end === null
        ? []
        : [
            {
              heading: '',
              style: 'number' as const,
              cell: (session: OpenSession) => endButton(session, () => end(session)),
            },
          ]),
    ],
  })
}

function endButton(session: OpenSession, end: () => void): TemplateResult {
  if (session.is_current) return html`<span class="mark good">${texts.current}</span>`
  return html`<button type="button" @click=${end}>
    ${texts.end}<span class="unseen"> ${nameOf(session)}</span>
  </button>`
}

function nameOf({ name, user_agent: userAgent }: OpenSession): string {
  return name ?? nameBrowser(userAgent)
}
