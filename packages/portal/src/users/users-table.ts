import type { PortalRole } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { dataTable } from '../design/data-table.ts'
import { PEOPLE_TEXTS } from '../texts/people-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment, formatWord } from '../wording/format.ts'

const { users: texts } = TEXTS
const { waits } = PEOPLE_TEXTS

/** A person who may sign in, as the gateway returns it. */
export interface User {
  readonly id: string
  /** Null for the person who came by a one-time link. */
  readonly email: string | null
  readonly name: string
  readonly roles: readonly PortalRole[]
  readonly status: 'INVITED' | 'ACTIVE' | 'LINK'
  /** The person's link is not good before; null for none that waits. */
  readonly waits_until: string | null
  readonly has_second_factor: boolean
}

/** A link for a person, shown once. */
export interface UserLink {
  readonly url: string
  /** Null for a link that is good at once. */
  readonly good_from: string | null
  readonly expires_at: string
}

/** The actions that a row offers. */
interface UserActions {
  change(user: User): void
  /** A link that waits is confirmed or canceled. */
  decide(user: User, until: string): void
}

export function usersTable(users: readonly User[], actions: UserActions): TemplateResult {
  return dataTable({
    caption: texts.caption,
    rows: users,
    key: ({ id }) => id,
    columns: [
      {
        heading: texts.name,
        cell: (user) =>
          html`${user.name}<span class="below">${user.email}</span>${waitingLink(user, actions)}`,
      },
      { heading: texts.roles, cell: ({ roles }) => roles.map(formatWord).join(', ') },
      {
        heading: texts.status,
        style: 'wide',
        cell: ({ status }) =>
          html`<span class="mark ${status === 'INVITED' ? 'open' : 'good'}">${texts.states[status]}</span>`,
      },
      {
        heading: texts.second,
        style: 'wide',
        cell: ({ has_second_factor: has }) => (has ? texts.yes : texts.no),
      },
      { heading: '', style: 'number', cell: (user) => changeButton(user, actions) },
    ],
  })
}

function changeButton(user: User, { change }: UserActions): TemplateResult | typeof nothing {
  if (user.status === 'LINK') return nothing
  return html`<button type="button" @click=${() => change(user)}>
    ${texts.change}<span class="unseen"> ${user.name}</span>
  </button>`
}

/** A notice that the person's link is on hold, with the buttons to activate or cancel it. */
function waitingLink(user: User, { decide }: UserActions): TemplateResult | typeof nothing {
  const { waits_until: until, status } = user
  if (until === null) return nothing
  const describe = status === 'ACTIVE' ? waits.reset : waits.invitation
  return html`<span class="below">${describe(formatMoment(until))}</span>
    <button type="button" @click=${() => decide(user, until)}>
      ${waits.decide}<span class="unseen"> ${user.name}</span>
    </button>`
}
