import { CARD_BRANDS, cardBrandName, TERMINAL_FEATURES } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import { choiceOf, readLines } from './form-parts.ts'
import type { Settings, Terminal } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { terminals: texts } = SETTINGS_TEXTS

/** Sends money away: the operator gives it. */
const OPERATORS_FEATURE = 'TRX_TYPE_PAYOUT'

const STATUSES = ['ACTIVE', 'NOT_ACCEPTING'] as const

/** A method by its name; hidden ones are taken from requests that name them. */
function sayTaken(method: Terminal['payment_methods'][number]): string {
  if (typeof method === 'string') return sayMethodType(method)
  const name = sayMethodType(method.type)
  return method.visible === false ? texts.hiddenMethod(name) : name
}

/** `<portal-terminals-page>`: what payments are made at, and what each terminal can do. */
export class TerminalsPage extends SettingsPage<Terminal> {
  protected override readonly sectionName = 'terminals'

  protected override show({ settings: { terminals } }: Settings): TemplateResult {
    if (terminals.length === 0)
      return html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}></portal-empty-state>`
    return html`${terminals.map((terminal) => this.#card(terminal))}`
  }

  #card(terminal: Terminal): TemplateResult {
    const { terminal_id: id, status, features, brands, origins, routing } = terminal
    const { payment_methods: methods } = terminal
    const lacks = TERMINAL_FEATURES.filter((feature) => !features.includes(feature))
    return html`<section aria-labelledby=${id}>
      <div class="between">
        <h2 id=${id}>
          ${id} <span class="mark ${status === 'ACTIVE' ? 'good' : 'bad'}">${texts.statuses[status]}</span>
        </h2>
        ${
          this.mayChange('changeTerminal') && status !== 'INACTIVE'
            ? html`<button type="button" @click=${() => this.open(terminal)}>
                ${texts.change}<span class="unseen"> ${id}</span>
              </button>`
            : nothing
        }
      </div>
      <dl class="pairs">
        <dt>${texts.features}</dt>
        <dd>
          ${lacks.length === 0 ? texts.allFeatures : features.map((one) => texts.say[one] ?? one).join(', ')}
        </dd>
        <dt>${texts.brands}</dt>
        <dd>${brands.map(cardBrandName).join(', ')}</dd>
        <dt>${texts.methods}</dt>
        <dd>${methods.map(sayTaken).join(', ')}</dd>
        <dt>${texts.origins}</dt>
        <dd>${origins.length === 0 ? texts.anyOrigin : origins.join(', ')}</dd>
        <dt>${texts.providers}</dt>
        <dd>${routing.map(({ provider }) => provider).join(', ') || TEXTS.none}</dd>
      </dl>
    </section>`
  }

  protected override content(terminal: Terminal): DialogContent<Terminal> {
    const { terminal_id: id, features } = terminal
    return {
      heading: texts.changeTitle(id),
      body: terminalFields(terminal),
      confirm: {
        label: SETTINGS_TEXTS.save,
        send: (data, key) =>
          this.save(
            `terminals/${id}`,
            () => ({
              status: data.get('status'),
              features: [...data.getAll('feature'), ...features.filter((one) => one === OPERATORS_FEATURE)],
              brands: data.getAll('brand'),
              origins: readLines(data.get('origins')),
            }),
            key,
          ),
      },
    }
  }
}

function terminalFields({ status, features, brands, origins }: Terminal): TemplateResult {
  return html`${field({
      id: 'status',
      label: texts.status,
      control: ({ id }) =>
        html`<select id=${id} name="status">
          ${STATUSES.map(
            (one) => html`<option value=${one} ?selected=${one === status}>${texts.statuses[one]}</option>`,
          )}
        </select>`,
    })}
    ${choiceOf({
      legend: texts.features,
      name: 'feature',
      options: TERMINAL_FEATURES.filter((one) => one !== OPERATORS_FEATURE),
      chosen: features,
      say: (one) => texts.say[one] ?? one,
    })}
    <p class="hint">${texts.payoutHint}</p>
    ${choiceOf({ legend: texts.brands, name: 'brand', options: CARD_BRANDS, chosen: brands, say: cardBrandName })}
    ${field({
      id: 'origins',
      label: texts.origins,
      hint: texts.originsHint,
      control: ({ id, describedBy }) =>
        html`<textarea
          id=${id}
          name="origins"
          rows="3"
          aria-describedby=${describedBy}
          .value=${origins.join('\n')}
        ></textarea>`,
    })}`
}

customElements.define('portal-terminals-page', TerminalsPage)
