import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit'

import { brand } from '../design/brand.ts'
import { DESIGN } from '../design/design.ts'
import { showInLine } from '../design/show-in-line.ts'
import { SECTIONS } from '../sections.ts'
import { KEYS_TEXTS } from '../texts/keys-texts.ts'
import { SESSION_TEXTS } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment } from '../wording/format.ts'
import { PortalElement } from './portal-element.ts'
import type { Session } from './session.ts'
import { SIGN_IN } from './sign-in-addresses.ts'

/**
 * `<portal-header>`: the current place, the signed-in person, and the links to the pages. Fires `portal-search`,
 * `portal-keys`, `portal-end-view` and `portal-sign-out` for the portal around it.
 */
export class PortalHeader extends PortalElement {
  static override styles = [
    DESIGN,
    css`
      :host {
        display: block;
      }
    `,
  ]
  static override properties = { section: {} }
  /** The entry of the navigation that the open page belongs to; empty for none. */
  declare section: string

  protected override updated(changed: PropertyValues<this>): void {
    const open = changed.has('section') && this.renderRoot.querySelector('nav [aria-current]')
    // With the layout of the next frame: asking at once would lay out twice before the first paint.
    if (open) requestAnimationFrame(() => showInLine(open))
  }

  protected override render(): TemplateResult {
    const { user, merchant, viewing, environment, test_state: state } = this.portal.session
    return html`<header class="top">
      <a class="brand" href="/">${brand()}</a>
      <span class="merchant">${merchant?.name ?? nothing}</span>
      ${viewing === null ? nothing : this.#viewing(viewing)}
      ${environment === 'test' ? html`<span class="environment">${TEXTS.test}</span>` : nothing}
      ${testState(state)}
      <nav aria-label=${TEXTS.navigation}>
        ${SECTIONS.filter(({ action }) => this.portal.may(action)).map(
          ({ href, name }) =>
            html`<a href=${href} aria-current=${name === this.section ? 'page' : nothing}>${name}</a>`,
        )}
      </nav>
      <button type="button" class="quiet" @click=${() => this.#fire('portal-search')}>
        ${KEYS_TEXTS.open} <kbd class="wide">Ctrl K</kbd>
      </button>
      <button type="button" class="quiet" popovertarget="person">${user.name}</button>
      <div id="person" popover>
        <p>${TEXTS.signedInAs(user.email ?? user.name)}</p>
        <ul class="menu">
          <li><a href="/sessions">${SESSION_TEXTS.title}</a></li>
          <li>
            <button type="button" @click=${() => this.#fire('portal-keys')}>${KEYS_TEXTS.openKeys}</button>
          </li>
          <li><a href=${SIGN_IN}>${TEXTS.signInAgain}</a></li>
          <li>
            <button type="button" @click=${() => this.#fire('portal-sign-out')}>${TEXTS.signOut}</button>
          </li>
        </ul>
      </div>
    </header>`
  }

  #viewing({ name, until }: NonNullable<Session['viewing']>): TemplateResult {
    return html`<span class="environment">${TEXTS.viewing(name, formatMoment(until))}</span>
      <button type="button" @click=${() => this.#fire('portal-end-view')}>${TEXTS.endView}</button>`
  }

  #fire(name: string): void {
    this.dispatchEvent(new Event(name))
  }
}

/** Renders the active test tools, as a link to the page that turns them off. */
function testState(state: Session['test_state']): TemplateResult | typeof nothing {
  if (state === null) return nothing
  const { testState: texts } = TEXTS
  const { clock_ahead_seconds: ahead, has_webhook_faults: hasFaults, faults_until: until } = state
  const said = [
    ...(ahead === 0 ? [] : [texts.ahead(ahead)]),
    ...(hasFaults ? [texts.webhookFaults] : []),
    ...(until === null ? [] : [texts.sandboxFaults(formatMoment(until))]),
  ]
  if (said.length === 0) return nothing
  return html`<a class="environment" href="/test-tools">${said.join(' · ')}</a>`
}

customElements.define('portal-header', PortalHeader)
