import { ContextProvider } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'

import './portal-header.ts'
import './sign-in.ts'
import '../design/error-state.ts'
import '../keys/keys.ts'
import '../users/notices-element.ts'
import type { KeysElement } from '../keys/keys.ts'
import { isPage, openPage, type Page, preloadPage } from '../pages.ts'
import { SESSION_TEXTS } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { setMethodNames } from '../wording/method-type-name.ts'
import { ask, Refusal } from './ask.ts'
import { beginSession } from './begin-session.ts'
import { explainRefusal } from './explain-refusal.ts'
import { LiveEvents, type LiveState } from './live-events.ts'
import { Navigation } from './navigation.ts'
import { PageArrival } from './page-arrival.ts'
import { portalContext, type PortalServices } from './portal-context.ts'
import { findSession, keepPlace, type Session, signOut } from './session.ts'
import { changeOf, SIGN_IN } from './sign-in-addresses.ts'

type State =
  | { readonly is: 'starting' }
  | { readonly is: 'signed-out'; readonly reason: string | null }
  | { readonly is: 'failed'; readonly reason: string }
  | {
      readonly is: 'open'
      readonly session: Session
      readonly page: Page
    }

/**
 * `<sluice-portal>`: the signed-in person, the open page, and everything around it. Its markup is part of the document.
 */
export class PortalShell extends LitElement {
  static override properties = {
    environment: {},
    state: { state: true },
    message: { state: true },
    liveState: { state: true },
  }
  /** The environment of the installation, which the document contains before anybody signs in. */
  declare environment: Session['environment'] | null
  declare protected state: State
  /** The last announcement. */
  declare protected message: string
  declare protected liveState: LiveState
  readonly #provider = new ContextProvider(this, { context: portalContext })
  readonly #navigation = new Navigation(this, {
    isPage,
    onApproach: preloadPage,
    onOpen: () => this.#openPage(),
    onLeave: ({ pathname }) => {
      // A way back to an address that is no page would lead nowhere.
      if (pathname === SIGN_IN && isPage(location)) keepPlace()
    },
  })
  readonly #arrival = new PageArrival(this)
  readonly #listeners = new Set<(event: TransactionEvent) => void>()
  readonly #start = () => void this.start()
  #live: LiveEvents | null = null

  constructor() {
    super()
    this.environment = null
    this.state = { is: 'starting' }
    this.message = ''
    this.liveState = 'live'
  }

  protected override createRenderRoot(): this {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // A link that is opened while the portal is open already changes the fragment only.
    addEventListener('hashchange', this.#start)
    this.#start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.#start)
    this.#stopListening()
  }

  async start(): Promise<void> {
    // Beside the session, not after it.
    preloadPage(location)
    try {
      const beginning = await beginSession()
      if (beginning.is === 'signed-out') return this.#become(beginning)
      const { session } = beginning
      const services = this.#serve(session)
      this.#provider.setValue(services)
      this.#become({ is: 'open', session, page: openPage(services, location) })
      // A link may have signed in another person, of another merchant.
      this.#stopListening()
      if (services.may('streamEvents')) this.#live = this.#listen(session.events_after)
    } catch (error) {
      this.#become({ is: 'failed', reason: explainRefusal(error) })
    }
  }

  #serve(session: Session): PortalServices {
    return {
      session,
      go: (href) => this.#navigation.go(href),
      announce: (message) => void (this.message = message),
      explain: (error) => this.#explain(error),
      may: (action) => session.actions.includes(action),
      renew: () => this.#renew(),
      listen: (hear) => {
        this.#listeners.add(hear)
        return () => void this.#listeners.delete(hear)
      },
    }
  }

  #listen(after: string): LiveEvents {
    return new LiveEvents(after, {
      onEvent: (event) => this.#listeners.forEach((hear) => hear(event)),
      onState: (state) => void (this.liveState = state),
      onLost: () => {
        this.#live = null
        void this.start()
      },
      onRefusal: (refusal) => void this.#explain(refusal),
    })
  }

  #stopListening(): void {
    this.#live?.stop()
    this.#live = null
    this.liveState = 'live'
  }

  async #renew(): Promise<void> {
    const session = await findSession()
    if (session === null || this.state.is !== 'open') return
    setMethodNames(session.method_names)
    this.#provider.setValue(this.#serve(session))
    this.state = { ...this.state, session }
  }

  #openPage(): void {
    if (this.state.is !== 'open') return
    this.#become({ ...this.state, page: openPage(this.#serve(this.state.session), location) })
  }

  /** A session that has ended leads to the sign-in. */
  #explain(error: unknown): string {
    if (error instanceof Refusal && error.kind === 'signed-out' && this.state.is === 'open')
      this.#become({ is: 'signed-out', reason: TEXTS.signIn.ended })
    return explainRefusal(error)
  }

  #become(state: State): void {
    if (state.is !== 'open') this.#stopListening()
    this.state = state
    this.message = ''
  }

  protected override updated(): void {
    document.title = TEXTS.titleOf(this.#title)
  }

  get #title(): string {
    if (this.state.is === 'open') return this.state.page.title
    return this.state.is === 'signed-out' && !isPage(location) ? TEXTS.pages.missing : TEXTS.pages.signIn
  }

  protected override render(): TemplateResult {
    const { state } = this
    switch (state.is) {
      case 'starting':
        return html`<main class="alone"><p class="loading">${TEXTS.loading}</p></main>`
      case 'signed-out':
        return html`<portal-sign-in
          .reason=${state.reason}
          .environment=${this.environment}
          .missing=${!isPage(location)}
        ></portal-sign-in>`
      case 'failed':
        return html`<main class="alone">
          <portal-error-state .reason=${state.reason} @retry=${this.#start}></portal-error-state>
        </main>`
      case 'open':
        return html`
          <a class="skip" href="#content" @click=${(event: Event) => this.#skip(event)}>${TEXTS.skip}</a>
          <portal-header
            .section=${state.page.section}
            @portal-search=${() => this.#keys?.openFinder()}
            @portal-keys=${() => void this.#keys?.openHelp()}
            @portal-end-view=${() => void this.#endView()}
            @portal-sign-out=${() => void this.#leave()}
          ></portal-header>
          ${state.session.needs_passkey ? askForPasskey() : nothing}
          <portal-notices .notices=${state.session.notices}></portal-notices>
          <main id="content" tabindex="-1">${keyed(state.page, this.#arrival.render(state.page))}</main>
          <portal-keys></portal-keys>
          <div aria-live="polite">
            ${this.liveState === 'live' ? nothing : html`<p class="line">${TEXTS.live.interrupted}</p>`}
          </div>
          <p class="said" role="status">${this.message}</p>
        `
    }
  }

  get #keys(): KeysElement | null {
    return this.querySelector('portal-keys')
  }

  /** The fragment of the address is not changed. */
  #skip(event: Event): void {
    event.preventDefault()
    this.querySelector('main')?.focus()
  }

  /** Afterwards the operator may do other things, so everything is requested again. */
  async #endView(): Promise<void> {
    try {
      await ask('/operator/view', { method: 'DELETE', key: crypto.randomUUID() })
    } catch (error) {
      this.message = this.#explain(error)
      return
    }
    history.pushState(null, '', '/merchants')
    this.#stopListening()
    await this.start()
  }

  async #leave(): Promise<void> {
    try {
      await signOut()
      this.#become({ is: 'signed-out', reason: null })
    } catch (error) {
      this.message = this.#explain(error)
    }
  }
}

function askForPasskey(): TemplateResult {
  return html`<p class="line">
    ${SESSION_TEXTS.needsPasskey} <a href=${changeOf('passkey')}>${SESSION_TEXTS.changes.passkey}</a>
  </p>`
}

customElements.define('sluice-portal', PortalShell)
