import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PortalElement } from '../app/portal-element.ts'
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts'

const { firstSteps: texts } = OVERVIEW_TEXTS

interface Check {
  readonly check: string
  readonly done: boolean
}

/** Until every step is done, or the person hides them in this browser. */
const HIDDEN = 'sluice.first-steps.hidden'

/** `<portal-first-steps>`: what a new merchant does before going live, with the page for each step. */
export class FirstSteps extends PortalElement {
  readonly #steps = new Loader(this, (signal) =>
    ask<{ readonly checks: readonly Check[] }>('/first-steps', { signal, isWatch: true }),
  )

  protected override render(): TemplateResult | typeof nothing {
    const checks = this.#steps.value?.checks ?? []
    const isHidden = localStorage.getItem(HIDDEN) === this.portal.session.merchant?.id
    if (isHidden || checks.every(({ done }) => done)) return nothing
    return html`<section aria-labelledby="first-steps">
      <div class="between">
        <div>
          <h2 id="first-steps">${texts.heading}</h2>
          <p class="hint">${texts.lead(checks.filter(({ done }) => done).length, checks.length)}</p>
        </div>
        <button type="button" class="quiet" @click=${() => this.#hide()}>${texts.hide}</button>
      </div>
      <ul class="plain checks">
        ${checks.map(step)}
      </ul>
    </section>`
  }

  #hide(): void {
    localStorage.setItem(HIDDEN, this.portal.session.merchant?.id ?? '')
    this.requestUpdate()
  }
}

function step({ check, done }: Check): TemplateResult {
  const { name, href } = (texts.checks as Readonly<Record<string, { name: string; href: string | null }>>)[
    check
  ] ?? { name: check, href: null }
  return html`<li>
    <span class="mark ${done ? 'good' : 'open'}">${done ? texts.done : texts.open}</span>
    ${done || href === null ? name : html`<a href=${href}>${name}</a>`}
  </li>`
}

customElements.define('portal-first-steps', FirstSteps)
