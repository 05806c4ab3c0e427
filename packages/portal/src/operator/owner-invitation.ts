import { html, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { field } from '../design/field.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'
import { merchantPath } from './merchant.ts'

const { merchant: texts } = OPERATOR_TEXTS

/** A one-time link for an owner, shown once. */
export interface OwnerLink {
  readonly url: string
  readonly expires_at: string
}

/** The fields of the person who is invited. */
export function ownerFields({
  isRequired,
  problemOf,
}: {
  readonly isRequired: boolean
  readonly problemOf: (member: string) => string | null
}): TemplateResult {
  return html`${field({
    id: 'person-name',
    label: texts.personName,
    problem: problemOf('name'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="name"
        ?required=${isRequired}
        maxlength="100"
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}
  ${field({
    id: 'person-email',
    label: texts.email,
    problem: problemOf('email'),
    control: ({ id, describedBy, invalid }) =>
      html`<input
        id=${id}
        name="email"
        type="email"
        ?required=${isRequired}
        autocomplete="off"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
      />`,
  })}`
}

/** Invites the person whose fields were filled. */
export function inviteOwner(merchantId: string, data: FormData, key: string): Promise<OwnerLink> {
  const body = { name: data.get('name'), email: data.get('email') }
  return ask<OwnerLink>(`${merchantPath(merchantId)}/owners`, { method: 'POST', body, key })
}

/** @param announce - announces that the link was copied. */
export function ownerLink(
  { url, expires_at: until }: OwnerLink,
  announce: (message: string) => void,
): { readonly heading: string; readonly body: TemplateResult } {
  return {
    heading: texts.linkTitle,
    body: html`<p><code>${url}</code></p>
      <p class="hint">${texts.linkHint(formatMoment(until))}</p>
      <p class="buttons">${copyButton(url, TEXTS.copy, announce)}</p>`,
  }
}
