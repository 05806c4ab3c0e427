import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

import { field } from '../design/field.ts'
import { type LinkChoice, type LinkTerminal, typesAt } from './link-choice.ts'
import { type LinkField, linkFields } from './link-fields.ts'

interface LinkForm {
  readonly terminals: readonly LinkTerminal[]
  readonly choice: LinkChoice
  /** Called when a value changes on which other fields depend. */
  readonly choose: (changes: Partial<LinkChoice>) => void
  readonly problemOf: (member: string) => string | null
}

/** Fields for what a new link is about: those that the chosen terminal can do something with. */
export function paymentLinkFields({ terminals, choice, choose, problemOf }: LinkForm): TemplateResult {
  const setValue: Readonly<Record<string, (value: string) => void>> = {
    terminal: (id) => {
      const terminal = terminals.find(({ terminal_id: one }) => one === id)
      if (terminal) choose({ terminal })
    },
    type: (value) => {
      const type = typesAt(choice.terminal).find((one) => one === value)
      if (type) choose({ type })
    },
    pricing: (value) => choose({ pricing: value === 'OPEN' ? 'OPEN' : 'FIXED' }),
    currency: (value) => choose({ currency: value.trim().toUpperCase() }),
  }
  // The fields are keyed by name, so that each keeps what was typed when another one appears or disappears.
  return html`${repeat(
    linkFields(terminals, choice),
    ({ name }) => name,
    (one) => drawField(one, { problem: problemOf(one.member), setValue: setValue[one.name] }),
  )}`
}

function drawField(
  { name, label, hint, value = '', inputmode = 'text', options, chosen = '' }: LinkField,
  {
    problem,
    setValue = () => {},
  }: { readonly problem: string | null; readonly setValue: ((value: string) => void) | undefined },
): TemplateResult {
  const onInput = (event: Event) => setValue((event.target as HTMLInputElement | HTMLSelectElement).value)
  return field({
    id: `link-${name}`,
    label,
    ...(hint !== undefined && { hint }),
    problem,
    control: ({ id, describedBy, invalid }) =>
      options === undefined
        ? html`<input
            id=${id}
            name=${name}
            autocomplete="off"
            inputmode=${inputmode}
            value=${value}
            aria-invalid=${invalid}
            aria-describedby=${describedBy}
            @input=${onInput}
          />`
        : html`<select
            id=${id}
            name=${name}
            aria-invalid=${invalid}
            aria-describedby=${describedBy}
            @input=${onInput}
          >
            ${repeat(
              options,
              ([one]) => one,
              ([one, called]) => html`<option value=${one} ?selected=${one === chosen}>${called}</option>`,
            )}
          </select>`,
  })
}
