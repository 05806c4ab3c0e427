import type { ListedSandbox, Sandbox, SandboxList } from '@sluice/types'
import { css, html, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import './sandbox-faults.ts'
import './sandboxes.ts'
import './snapshots.ts'
import './test-clock.ts'
import './test-payment.ts'
import './webhook-faults.ts'
import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { TEST_TOOLS_TEXTS as texts } from '../texts/test-tools-texts.ts'
import { TEXTS } from '../texts/texts.ts'

interface Sandboxes {
  readonly all: readonly ListedSandbox[]
  /** The person's own sandbox; null for a merchant that is not a sandbox. */
  readonly own: Sandbox | null
}

/** `<portal-test-tools-page>`: pays, advances time, stores and restores data, and makes things fail, in a sandbox. */
export class TestToolsPage extends PageElement {
  static override styles = [
    PageElement.styles,
    css`
      .tools {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }

      @media (width >= 60rem) {
        .tools {
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }

        :is(portal-snapshots, portal-sandboxes) {
          grid-column: 1 / -1;
        }
      }
    `,
  ]
  readonly #sandboxes = new Loader(this, (signal) => this.#load(signal))

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">${TEXTS.pages.testTools}</h1>
      ${this.#sandboxes.render(({ own, all }) =>
        own === null
          ? html`<portal-empty-state .heading=${texts.noSandbox} .text=${texts.noSandboxText}>
              <a href="/docs/guides/test.html">${texts.guide}</a>
            </portal-empty-state>`
          : this.#tools(own, all),
      )}`
  }

  #tools(own: Sandbox, all: readonly ListedSandbox[]): TemplateResult {
    return html`<div class="tools">
      <portal-test-payment .sandbox=${own}></portal-test-payment>
      <portal-test-clock></portal-test-clock>
      <portal-snapshots .sandboxId=${own.sandbox_id}></portal-snapshots>
      <portal-sandbox-faults .sandboxId=${own.sandbox_id}></portal-sandbox-faults>
      <portal-webhook-faults></portal-webhook-faults>
      <portal-sandboxes
        .sandboxes=${all}
        @sandboxes-change=${() => void this.#sandboxes.reload()}
      ></portal-sandboxes>
    </div>`
  }

  async #load(signal: AbortSignal): Promise<Sandboxes> {
    const { data: all } = await ask<SandboxList>('/simulators/sandboxes', { signal })
    const own = all.find(({ merchant_id: id }) => id === this.portal.session.merchant?.id)
    if (own === undefined) return { all, own: null }
    const path = `/simulators/sandboxes/${encodeURIComponent(own.sandbox_id)}`
    return { all, own: await ask<Sandbox>(path, { signal }) }
  }
}

customElements.define('portal-test-tools-page', TestToolsPage)
