import { html, nothing, type TemplateResult } from 'lit'

import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { copyButton } from '../wording/copy-button.ts'
import { formatMoment } from '../wording/format.ts'
import { choiceOf } from './form-parts.ts'

const { credentials: texts } = SETTINGS_TEXTS

const EXPLAINED: Readonly<Record<string, string>> = texts.explain

/** A secret, shown once. */
export interface ShownSecret {
  readonly client_id: string
  readonly client_secret: string
  readonly old_secret_until?: string
}

interface Form {
  readonly heading: string
  readonly body: TemplateResult
}

export function createForm(problemOf: (member: string) => string | null): Form {
  return {
    heading: texts.createTitle,
    body: html`${field({
      id: 'client-name',
      label: texts.name,
      hint: texts.nameHint,
      problem: problemOf('name'),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name="name"
          value=${texts.usualName}
          required
          pattern="[a-z0-9\\-]{1,40}"
          maxlength="40"
          autocomplete="off"
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />`,
    })}
    ${choiceOf({
      legend: texts.rights,
      name: 'role',
      options: Object.keys(EXPLAINED),
      chosen: ['merchant'],
      format: (role) => html`${EXPLAINED[role]} <span class="below">${role}</span>`,
      problem: problemOf('roles'),
    })}`,
  }
}

export function rotateForm(clientId: string): Form {
  return {
    heading: texts.rotateTitle(clientId),
    body: html`<p>${texts.rotateHint}</p>
      ${field({
        id: 'overlap',
        label: texts.overlap,
        control: ({ id }) =>
          html`<select id=${id} name="hours">
            ${texts.overlaps.map(
              ([hours, label]) => html`<option value=${hours} ?selected=${hours === 24}>${label}</option>`,
            )}
          </select>`,
      })}`,
  }
}

/** @param announce - tells screen readers that the secret was copied. */
export function shownSecret(
  { client_id: id, client_secret: secret, old_secret_until: until }: ShownSecret,
  announce: (message: string) => void,
): Form {
  return {
    heading: texts.shownTitle,
    body: html`<dl class="shown">
        <dt>${texts.id}</dt>
        <dd><code>${id}</code></dd>
        <dt>${texts.secret}</dt>
        <dd><code>${secret}</code></dd>
      </dl>
      <p class="hint">${texts.shownHint}</p>
      ${until === undefined ? nothing : html`<p>${texts.shownUntil(formatMoment(until))}</p>`}
      <p class="buttons">${copyButton(secret, texts.copySecret, announce)}</p>`,
  }
}
