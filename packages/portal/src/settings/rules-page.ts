import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { dataTable } from '../design/data-table.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { hasStandardRules, activeRules, withoutRule, withRule } from './active-rules.ts'
import { FIRST_CHOICE, readRule, type RuleChoice, ruleFields } from './rule-form.ts'
import { describeRule } from './describe-rule.ts'
import type { Rule, Settings } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { rules: texts } = SETTINGS_TEXTS

/** The request of the dialog: to add a rule after the active ones, to remove one, or to restore the default rules. */
type Request =
  | { readonly is: 'add'; readonly place: number }
  | { readonly is: 'restore' }
  | { readonly is: 'remove'; readonly rule: Rule }

/** `<portal-rules-page>`: limits of what may happen within a time. What exceeds one is declined without asking the bank. */
export class RulesPage extends SettingsPage<Request> {
  protected override readonly sectionName = 'rules'
  #choice: RuleChoice = FIRST_CHOICE

  protected override show(settings: Settings): TemplateResult {
    const { blocked } = settings
    const [rules, isStandard] = [activeRules(settings), hasStandardRules(settings)]
    return html`<p>${texts.lead}</p>
      ${blocked === 0 ? nothing : html`<p class="notice">${texts.blocked(blocked)}</p>`}
      ${
        this.mayChange('changeRisk')
          ? html`<p class="buttons">
              <button type="button" class="main" @click=${() => this.#add(rules.length)}>${texts.add}</button>
              ${
                isStandard
                  ? nothing
                  : html`<button type="button" @click=${() => this.open({ is: 'restore' })}>
                      ${texts.restore}
                    </button>`
              }
            </p>`
          : nothing
      }
      ${isStandard && rules.length > 0 ? html`<p class="notice">${texts.standard}</p>` : nothing}
      ${rules.length > 0 ? this.#table(rules) : noRules(isStandard)}`
  }

  #add(place: number): void {
    this.#choice = FIRST_CHOICE
    this.open({ is: 'add', place })
  }

  #choose(changes: Partial<RuleChoice>): void {
    this.#choice = { ...this.#choice, ...changes }
    this.requestUpdate()
  }

  #table(rules: readonly Rule[]): TemplateResult {
    return dataTable({
      caption: texts.caption,
      rows: rules,
      key: ({ id }) => id,
      columns: [
        {
          heading: texts.rule,
          cell: (rule) => html`${rule.id}<span class="below">${describeRule(rule)}</span>`,
        },
        {
          heading: texts.effect,
          style: 'wide',
          cell: ({ effect = 'BLOCK' }) => texts.effects[effect] ?? effect,
        },
        { heading: '', style: 'number', cell: (rule) => this.#removeButton(rule) },
      ],
    })
  }

  #removeButton(rule: Rule): TemplateResult | typeof nothing {
    if (!this.mayChange('changeRisk')) return nothing
    return html`<button type="button" @click=${() => this.open({ is: 'remove', rule })}>
      ${texts.remove}<span class="unseen"> ${rule.id}</span>
    </button>`
  }

  protected override content(
    request: Request,
    problemOf: (member: string) => string | null,
  ): DialogContent<Request> {
    switch (request.is) {
      case 'add':
        return {
          heading: texts.addTitle,
          body: ruleFields({
            choice: this.#choice,
            choose: (changes) => this.#choose(changes),
            // Problems that the portal finds itself have no index in the list.
            problemOf: (member) => problemOf(`rules[${request.place}].${member}`) ?? problemOf(member),
          }),
          confirm: {
            label: texts.confirmAdd,
            send: (data, key) => this.save('risk', (settings) => withRule(settings, readRule(data)), key),
          },
        }
      case 'remove':
        return {
          heading: texts.removeTitle(request.rule.id),
          body: html`<p>${texts.removeHint}</p>`,
          confirm: {
            label: texts.confirmRemove,
            isDangerous: true,
            send: (_, key) => this.save('risk', (settings) => withoutRule(settings, request.rule.id), key),
          },
        }
      case 'restore':
        return {
          heading: texts.restoreTitle,
          body: html`<p>${texts.restoreHint[this.portal.session.environment]}</p>`,
          confirm: {
            label: texts.confirmRestore,
            send: (_, key) => this.save('risk', () => ({ rules: null }), key),
          },
        }
    }
  }
}

/** The test environment has no standard rules; a merchant may have none of its own instead of the standard. */
function noRules(isStandard: boolean): TemplateResult {
  const { none, noneText, noneYet, noneYetText } = texts
  return isStandard
    ? html`<portal-empty-state .heading=${noneYet} .text=${noneYetText}></portal-empty-state>`
    : html`<portal-empty-state .heading=${none} .text=${noneText}></portal-empty-state>`
}

customElements.define('portal-rules-page', RulesPage)
