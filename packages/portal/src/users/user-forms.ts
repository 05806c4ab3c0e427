import { html, nothing, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { type OpenSession, sessionsTable } from '../sessions/sessions-table.ts'
import { choiceOf } from '../settings/form-parts.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { SESSION_TEXTS as sessionTexts } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment, formatWord } from '../wording/format.ts'
import type { User, UserLink } from './users-table.ts'

const { users: texts } = TEXTS
const { waits } = PEOPLE_TEXTS

interface Form {
  readonly heading: string
  readonly body: TemplateResult
  readonly others?: TemplateResult
  readonly dismiss?: string
}

type Role = keyof typeof texts.explain

const ROLES = Object.keys(texts.explain)

/** Returns the problem of a member of the form; null if it has none. */
type ProblemOf = (member: string) => string | null

/** Asks for the name and the email of a new person. */
function personFields(problemOf: ProblemOf): TemplateResult {
  return html`${field({
    id: 'user-name',
    label: texts.name,
    problem: problemOf('name'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="name"
        required
        maxlength="100"
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}
  ${field({
    id: 'user-email',
    label: texts.email,
    problem: problemOf('email'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="email"
        type="email"
        required
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}`
}

export function inviteForm(problemOf: ProblemOf): Form {
  return {
    heading: texts.inviteTitle,
    body: html`${personFields(problemOf)} ${roleChoice(['support'], problemOf('roles'))}`,
  }
}

export function changeForm({ name, roles }: User, problemOf: ProblemOf): Form {
  const other = (action: string, label: string, danger = false) =>
    html`<button name="do" value=${action} class=${danger ? 'danger' : nothing}>${label}</button>`
  return {
    heading: texts.changeTitle(name),
    body: roleChoice(roles, problemOf('roles')),
    others: html`<p class="hint">
        ${texts.resetHint} ${roles.includes('owner') ? PEOPLE_TEXTS.resetOfOwner : nothing}
      </p>
      <p class="buttons">
        ${other('sessions', `${sessionTexts.title}…`)} ${other('reset', texts.reset)}
        ${other('remove', texts.remove, true)}
      </p>`,
  }
}

export function sessionsForm({ name }: User, sessions: readonly OpenSession[]): Form {
  return {
    heading: sessionTexts.ofUser(name),
    body: sessions.length === 0 ? html`<p>${sessionTexts.noneText}</p>` : sessionsTable(sessions, null),
  }
}

export function waitForm({ name }: User, until: string): Form {
  return {
    heading: waits.title(name),
    body: html`<p>${waits.explain(formatMoment(until))}</p>`,
    dismiss: waits.keep,
    others: html`<p class="buttons"><button name="do" value="confirm">${waits.confirm}</button></p>`,
  }
}

/** @param announce - announces that the link was copied. */
export function linkContent(link: UserLink, announce: (message: string) => void): Form {
  const { url, good_from: from, expires_at: until } = link
  const hint =
    from === null
      ? texts.linkHint(formatMoment(until))
      : PEOPLE_TEXTS.linkWaits(formatMoment(from), formatMoment(until))
  return {
    heading: texts.linkTitle,
    body: html`<p><code>${url}</code></p>
      <p class="hint">${hint}</p>
      <p class="buttons">${copyButton(url, TEXTS.copy, announce)}</p>`,
  }
}

function roleChoice(chosen: readonly string[], problem: string | null): TemplateResult {
  return choiceOf({
    legend: texts.roles,
    name: 'role',
    options: ROLES,
    chosen,
    format: (role) => html`${formatWord(role)} <span class="below">${texts.explain[role as Role]}</span>`,
    problem,
  })
}
