import { CARD_BRANDS, cardBrandName, TERMINAL_FEATURES } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { CHECKLIST } from '../overview/checklist.ts'
import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { methodTypeName } from '../wording/method-type-name.ts'
import { choiceOf, readLines } from './form-parts.ts'
import { planFields, readPlan, refusalOfPlan } from './installment-fields.ts'
import { plansOf, describePlan, withoutPlan, withPlan } from './installment-plans.ts'
import type { InstallmentPlan, Settings, Terminal } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { terminals: texts, installments: planTexts } = SETTINGS_TEXTS

/** The request of the dialog: to change the terminal, or one of its plans for installments; null for a new one. */
type Request =
  | { readonly is: 'change'; readonly terminal: Terminal }
  | { readonly is: 'plan'; readonly terminal: Terminal; readonly plan: InstallmentPlan | null }
  | { readonly is: 'remove'; readonly terminal: Terminal; readonly plan: InstallmentPlan }

/** Sends money away: the operator gives it. */
const OPERATORS_FEATURE = 'TRX_TYPE_PAYOUT'

const STATUSES = ['ACTIVE', 'NOT_ACCEPTING'] as const

/** A method by its name; hidden ones are taken from requests that name them. */
function describeAccepted(method: Terminal['payment_methods'][number]): string {
  if (typeof method === 'string') return methodTypeName(method)
  const name = methodTypeName(method.type)
  return method.visible === false ? texts.hiddenMethod(name) : name
}

/** `<portal-terminals-page>`: what payments are made at, and what each terminal can do. */
export class TerminalsPage extends SettingsPage<Request> {
  static override properties = { opensForm: { type: Boolean } }
  /** Whether the person comes from the checklist: the form of the first terminal without origins opens at once, and closing it returns there. */
  declare opensForm: boolean
  protected override readonly sectionName = 'terminals'

  protected override begin({ settings: { terminals } }: Settings): void {
    const terminal = terminals.find(({ origins }) => origins.length === 0) ?? terminals[0]
    if (this.opensForm && terminal !== undefined && this.#mayChange(terminal))
      this.open({ is: 'change', terminal })
  }

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
        ${this.#button(terminal, texts.change, id, { is: 'change', terminal })}
      </div>
      <dl class="pairs">
        <dt>${texts.features}</dt>
        <dd>
          ${lacks.length === 0 ? texts.allFeatures : features.map((one) => texts.featureNames[one] ?? one).join(', ')}
        </dd>
        <dt>${texts.brands}</dt>
        <dd>${brands.map(cardBrandName).join(', ')}</dd>
        <dt>${texts.methods}</dt>
        <dd>${methods.map(describeAccepted).join(', ')}</dd>
        <dt>${texts.origins}</dt>
        <dd>${origins.length === 0 ? texts.anyOrigin : origins.join(', ')}</dd>
        <dt>${texts.providers}</dt>
        <dd>${routing.map(({ provider }) => provider).join(', ') || TEXTS.none}</dd>
        <dt>${planTexts.title}</dt>
        <dd>${this.#plans(terminal)}</dd>
      </dl>
    </section>`
  }

  #plans(terminal: Terminal): TemplateResult {
    const { terminal_id: id, installments: plans = [] } = terminal
    return html`${plans.length === 0 ? planTexts.none : nothing}
    ${plans.map((plan) => {
      const said = describePlan(plan, terminal)
      return html`<p>
        ${said} ${this.#button(terminal, planTexts.edit, `${id} ${said}`, { is: 'plan', terminal, plan })}
        ${this.#button(terminal, planTexts.remove, `${id} ${said}`, { is: 'remove', terminal, plan })}
      </p>`
    })}
    ${this.#button(terminal, planTexts.add, id, { is: 'plan', terminal, plan: null })}`
  }

  #mayChange({ status }: Terminal): boolean {
    return this.mayChange('changeTerminal') && status !== 'INACTIVE'
  }

  async #change(path: string, change: object, key: string): Promise<void> {
    await this.save(path, () => change, key)
    if (this.opensForm) this.portal.go(CHECKLIST)
  }

  /** @param about - what tells the button from others with its label. */
  #button(
    terminal: Terminal,
    label: string,
    about: string,
    request: Request,
  ): TemplateResult | typeof nothing {
    if (!this.#mayChange(terminal)) return nothing
    return html`<button type="button" @click=${() => this.open(request)}>
      ${label}<span class="unseen"> ${about}</span>
    </button>`
  }

  protected override content(
    request: Request,
    problemOf: (member: string) => string | null,
  ): DialogContent<Request> {
    const { terminal } = request
    const path = `terminals/${terminal.terminal_id}`
    switch (request.is) {
      case 'change':
        return {
          heading: texts.changeTitle(terminal.terminal_id),
          body: terminalFields(terminal, problemOf),
          confirm: {
            label: SETTINGS_TEXTS.save,
            send: (data, key) => this.#change(path, readTerminal(data, terminal), key),
          },
        }
      case 'plan':
        return {
          heading: planTexts.heading(terminal.terminal_id),
          body: planFields(request.plan, terminal, problemOf),
          confirm: {
            label: SETTINGS_TEXTS.save,
            send: (data, key) => this.#savePlan(path, request, readPlan(data), key),
          },
        }
      case 'remove':
        return {
          heading: planTexts.removeTitle(describePlan(request.plan, terminal)),
          body: html`<p>${planTexts.removeHint}</p>`,
          confirm: {
            label: planTexts.confirmRemove,
            isDangerous: true,
            send: (_, key) =>
              this.save(
                path,
                (settings) => ({
                  installments: withoutPlan(plansOf(settings, terminal.terminal_id), request.plan),
                }),
                key,
              ),
          },
        }
    }
  }

  async #savePlan(
    path: string,
    { terminal, plan: old }: Extract<Request, { readonly is: 'plan' }>,
    plan: InstallmentPlan,
    key: string,
  ): Promise<void> {
    let sent = 0
    try {
      await this.save(
        path,
        (settings) => {
          const { plans, index } = withPlan(plansOf(settings, terminal.terminal_id), old, plan)
          sent = index
          return { installments: plans }
        },
        key,
      )
    } catch (error) {
      throw refusalOfPlan(error, sent)
    }
  }
}

function readTerminal(data: FormData, { features }: Terminal): object {
  return {
    status: data.get('status'),
    features: [...data.getAll('feature'), ...features.filter((one) => one === OPERATORS_FEATURE)],
    brands: data.getAll('brand'),
    origins: readLines(data.get('origins')),
  }
}

function terminalFields(
  { status, features, brands, origins }: Terminal,
  problemOf: (member: string) => string | null,
): TemplateResult {
  return html`${field({
    id: 'status',
    label: texts.status,
    hint: texts.statusHint,
    problem: problemOf('status'),
    control: ({ id, describedBy, invalid }) =>
      html`<select id=${id} name="status" aria-describedby=${describedBy} aria-invalid=${invalid}>
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
    format: (one) => texts.featureNames[one] ?? one,
    hint: texts.payoutHint,
    problem: problemOf('features'),
  })}
  ${choiceOf({
    legend: texts.brands,
    name: 'brand',
    options: CARD_BRANDS,
    chosen: brands,
    format: cardBrandName,
    problem: problemOf('brands'),
  })}
  ${field({
    id: 'origins',
    label: texts.origins,
    hint: texts.originsHint,
    problem: problemOf('origins'),
    control: ({ id, describedBy, invalid }) =>
      html`<textarea
        id=${id}
        name="origins"
        rows="3"
        aria-describedby=${describedBy}
        aria-invalid=${invalid}
        .value=${origins.join('\n')}
      ></textarea>`,
  })}`
}

customElements.define('portal-terminals-page', TerminalsPage)
