import { css, html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PortalElement } from '../app/portal-element.ts'
import { DESIGN } from '../design/design.ts'
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts'

const { firstSteps: texts } = OVERVIEW_TEXTS

interface Check {
  readonly check: string
  readonly done: boolean
}

/** In this browser: the merchant whose complete checklist a person has dismissed. */
const DISMISSED = 'sluice.first-steps.dismissed'

/**
 * `<portal-first-steps>`: what a new merchant does before going live: one line with the next step, which opens to all of them. A
 * complete checklist says so until it is dismissed.
 */
export class FirstSteps extends PortalElement {
  static override styles = [
    DESIGN,
    css`
      .line-of-steps {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-4);
        align-items: center;
        padding-block: var(--space-3);
      }

      progress {
        inline-size: 6rem;
        accent-color: var(--good);
      }

      details {
        margin-inline-start: auto;
      }

      /* The steps take the whole width below the line. */
      details[open] {
        inline-size: 100%;
      }

      details[open] summary {
        margin-block-end: var(--space-2);
      }

      .quiet {
        margin-inline-start: auto;
      }
    `,
  ]
  readonly #steps = new Loader(this, (signal) =>
    ask<{ readonly checks: readonly Check[] }>('/first-steps', { signal, isWatch: true }),
  )

  protected override render(): TemplateResult | typeof nothing {
    const checks = this.#steps.value?.checks ?? []
    if (checks.length === 0) return nothing
    const next = checks.find(({ done }) => !done)
    return next === undefined ? this.#complete() : this.#open(checks, next)
  }

  #open(checks: readonly Check[], next: Check): TemplateResult {
    const done = checks.filter((check) => check.done).length
    return html`<section class="line-of-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">${texts.heading}</h2>
      <span>
        <progress aria-labelledby="first-steps-done" max=${checks.length} value=${done}></progress>
        <span id="first-steps-done">${texts.progress(done, checks.length)}</span>
      </span>
      <span>${texts.next} ${nameOf(next)}</span>
      <details>
        <summary>${texts.all}</summary>
        <ul class="plain checks">
          ${checks.map(step)}
        </ul>
      </details>
    </section>`
  }

  #complete(): TemplateResult | typeof nothing {
    if (localStorage.getItem(DISMISSED) === this.portal.session.merchant?.id) return nothing
    return html`<section class="line-of-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">${texts.heading}</h2>
      <span>${texts.complete}</span>
      <button type="button" class="quiet" @click=${() => this.#dismiss()}>${texts.dismiss}</button>
    </section>`
  }

  #dismiss(): void {
    localStorage.setItem(DISMISSED, this.portal.session.merchant?.id ?? '')
    this.requestUpdate()
  }
}

/** The step with its page, where it is still to do. */
function nameOf({ check, done }: Check): TemplateResult | string {
  const { name, href } = (texts.checks as Readonly<Record<string, { name: string; href: string | null }>>)[
    check
  ] ?? { name: check, href: null }
  return done || href === null ? name : html`<a href=${href}>${name}</a>`
}

function step(check: Check): TemplateResult {
  return html`<li>
    <span class="mark ${check.done ? 'good' : 'open'}">${check.done ? texts.done : texts.open}</span>
    ${nameOf(check)}
  </li>`
}

customElements.define('portal-first-steps', FirstSteps)
