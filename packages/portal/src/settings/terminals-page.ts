import { CARD_BRANDS, TERMINAL_FEATURES } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import type { Frame } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { sayWord } from '../wording/format.ts'
import { sayMethodType } from '../wording/say-method-type.ts'
import type { DeedForm } from '../app/deed-dialog.ts'
import { choiceOf, readLines } from './form-parts.ts'
import type { Settings, Terminal } from './settings.ts'
import { SettingsDialogPage } from './settings-dialog-page.ts'

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

/** What payments are made at, and what each terminal can do. */
export class TerminalsPage extends SettingsDialogPage<Terminal> {
  constructor(frame: Frame) {
    super(frame, 'terminals')
  }

  protected show({ settings: { terminals } }: Settings): TemplateResult {
    if (terminals.length === 0) return html`<p class="notice">${texts.none}</p>`
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
            ? html`<button type="button" @click=${() => this.dialog.open(terminal)}>
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
        <dd>${brands.map(sayWord).join(', ')}</dd>
        <dt>${texts.methods}</dt>
        <dd>${methods.map(sayTaken).join(', ')}</dd>
        <dt>${texts.origins}</dt>
        <dd>${origins.length === 0 ? texts.anyOrigin : origins.join(', ')}</dd>
        <dt>${texts.providers}</dt>
        <dd>${routing.map(({ provider }) => provider).join(', ') || TEXTS.none}</dd>
      </dl>
    </section>`
  }

  protected form(terminal: Terminal, { key, reason, cancel }: DeedForm): TemplateResult {
    const { terminal_id: id, status, features, brands, origins } = terminal
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget as HTMLFormElement)
      const wish = {
        status: form.get('status'),
        features: [...form.getAll('feature'), ...features.filter((one) => one === OPERATORS_FEATURE)],
        brands: form.getAll('brand'),
        origins: readLines(form.get('origins')),
      }
      void this.save(`terminals/${id}`, () => wish, key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.changeTitle(id)}</h2>
      <label for="status">${texts.status}</label>
      <select id="status" name="status">
        ${STATUSES.map(
          (one) => html`<option value=${one} ?selected=${one === status}>${texts.statuses[one]}</option>`,
        )}
      </select>
      ${choiceOf({
        legend: texts.features,
        name: 'feature',
        options: TERMINAL_FEATURES.filter((one) => one !== OPERATORS_FEATURE),
        chosen: features,
        say: (one) => texts.say[one] ?? one,
      })}
      <p class="hint">${texts.payoutHint}</p>
      ${choiceOf({ legend: texts.brands, name: 'brand', options: CARD_BRANDS, chosen: brands, say: sayWord })}
      <label for="origins">${texts.origins}</label>
      <textarea id="origins" name="origins" rows="3" aria-describedby="origins-hint">
${origins.join('\n')}</textarea>
      <p class="hint" id="origins-hint">${texts.originsHint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${SETTINGS_TEXTS.save}</button></p>
    </form>`
  }
}
