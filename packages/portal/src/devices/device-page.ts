import { html, nothing, type TemplateResult } from 'lit'

import { Action } from '../app/action.ts'
import { ask, Refusal } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { DEVICE_TEXTS as texts } from '../texts/device-texts.ts'

/** A program that asks to act for the person. */
interface Device {
  readonly user_code: string
  readonly name: string
  readonly address: string
}

/** `<portal-device-page>`: a person approves or denies that a program acts for them. */
export class DevicePage extends PageElement {
  static override properties = { code: {} }
  declare code: string
  readonly #device = new Loader(this, findDevice, () => [this.code])
  readonly #answer = new Action(this)
  #outcome = ''

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${texts.title}</h1>
      ${
        this.#outcome === ''
          ? this.#device.render(({ found }) =>
              found === null
                ? html`<p class="notice bad" role="alert">${texts.unknown}</p>`
                : this.#compare(found),
            )
          : html`<p class="notice" role="status">${this.#outcome}</p>`
      }`
  }

  #compare({ user_code: code, name, address }: Device): TemplateResult {
    const { reason } = this.#answer
    return html`<section aria-labelledby="compare">
      <h2 id="compare">${texts.compare}</h2>
      <p class="code"><strong>${code}</strong></p>
      <p>${texts.what(name, address)} ${texts.all} ${texts.audit}</p>
      <p class="notice">${texts.warning}</p>
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      <p class="buttons">
        <button type="button" @click=${() => this.#send('deny', texts.denied)}>${texts.deny}</button>
        <button type="button" class="main" @click=${() => this.#send('approve', texts.approved)}>
          ${texts.approve}
        </button>
      </p>
    </section>`
  }

  #send(answer: 'approve' | 'deny', outcome: string): Promise<boolean> {
    return this.#answer.run(async (key) => {
      await ask(`${pathOf(this.code)}/${answer}`, { method: 'POST', key })
      this.#outcome = outcome
    })
  }
}

function pathOf(code: string): string {
  return `/devices/${encodeURIComponent(code)}`
}

/** Null in its answer for a code that no program waits with. */
async function findDevice(signal: AbortSignal, code: string): Promise<{ readonly found: Device | null }> {
  try {
    return { found: await ask<Device>(pathOf(code), { signal }) }
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return { found: null }
    throw error
  }
}

customElements.define('portal-device-page', DevicePage)
