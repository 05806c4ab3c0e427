import { ContextProvider } from '@lit/context'
import type { TransactionEvent } from '@sluice/types'
import { html, nothing, render, type TemplateResult } from 'lit'

import { Keys, showHelp } from '../keys/keys.ts'
import { isPage, openPage, SECTIONS } from '../pages.ts'
import { KEYS_TEXTS } from '../texts/keys-texts.ts'
import { SESSION_TEXTS } from '../texts/session-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import { Notices } from '../users/notices.ts'
import { formatMoment } from '../wording/format.ts'
import { ask, Refusal } from './ask.ts'
import { explainRefusal } from './explain-refusal.ts'
import { LiveEvents, type LiveState } from './live-events.ts'
import type { Frame, Page } from './page.ts'
import { portalContext, type PortalServices } from './portal-context.ts'
import {
  findSession,
  keepPlace,
  openLink,
  returnToPlace,
  type Session,
  signOut,
  takeLinkToken,
  takeSignInFailure,
} from './session.ts'
import { changeOf, SIGN_IN, signInView } from './sign-in-view.ts'
import { learnMethodNames } from '../wording/say-method-type.ts'

type State =
  | { readonly is: 'starting' }
  | { readonly is: 'signed-out'; readonly reason: string | null }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'open'; readonly session: Session; readonly page: Page }

/** The portal in its element: who is signed in, which page is open, and what stands around it. */
export class Portal {
  readonly #root: HTMLElement
  readonly #provider: ContextProvider<typeof portalContext>
  readonly #listeners = new Set<(event: TransactionEvent) => void>()
  #state: State = { is: 'starting' }
  #message = ''
  readonly #notices = new Notices({
    redraw: () => this.#draw(),
    say: (message) => this.#say(message),
    explain: (error) => this.#explain(error),
  })
  #live: LiveEvents | null = null
  #keys: Keys | null = null
  #liveState: LiveState = 'live'
  /** Whether the heading of a page that was gone to is still to get the focus. */
  #arrives = false

  constructor(root: HTMLElement) {
    this.#root = root
    this.#provider = new ContextProvider(root, { context: portalContext })
    root.addEventListener('page-drawn', () => {
      if (this.#arrives) this.#focusHeading()
    })
    addEventListener('popstate', () => this.#openPlace(false))
    // A link that is opened while the portal is open already changes the fragment only.
    addEventListener('hashchange', () => void this.start())
    root.addEventListener('click', (event) => this.#follow(event))
    this.#draw()
  }

  async start(): Promise<void> {
    try {
      const token = takeLinkToken()
      if (token !== null && !(await openLink(token)))
        return this.#become({ is: 'signed-out', reason: TEXTS.signIn.used })
      const reason = takeSignInFailure() ? TEXTS.signIn.failed : null
      const session = await findSession()
      if (session === null) return this.#become({ is: 'signed-out', reason })
      learnMethodNames(session.method_names)
      await this.#notices.load(session)
      returnToPlace()
      this.#open(session, false)
    } catch (error) {
      this.#become({ is: 'failed', reason: explainRefusal(error) })
    }
  }

  #open(session: Session, movesFocus: boolean): void {
    if (this.#state.is === 'open') this.#state.page.leave?.()
    const services = this.#serve(session)
    this.#provider.setValue(services)
    const frame: Frame = { ...services, redraw: () => this.#draw() }
    const page = openPage(frame, location)
    this.#keys?.stop()
    this.#keys = new Keys(
      frame,
      SECTIONS.filter(({ action }) => frame.may(action)),
    )
    this.#arrives = movesFocus
    if (movesFocus) {
      scrollTo(0, 0)
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
    this.#become({ is: 'open', session, page })
    if (session.actions.includes('streamEvents')) this.#live ??= this.#listen(session.events_after)
  }

  #serve(session: Session): PortalServices {
    return {
      session,
      go: (href) => this.#go(href),
      say: (message) => this.#say(message),
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
      onEvent: (event) => {
        if (this.#state.is === 'open') this.#state.page.hear?.(event)
        for (const hear of this.#listeners) hear(event)
      },
      onState: (state) => {
        if (state === this.#liveState) return
        this.#liveState = state
        this.#draw()
      },
      onLost: () => {
        this.#live = null
        void this.start()
      },
      onRefusal: (refusal) => void this.#explain(refusal),
    })
  }

  async #renew(): Promise<void> {
    const session = await findSession()
    if (session !== null) learnMethodNames(session.method_names)
    if (session !== null && this.#state.is === 'open') {
      this.#state = { ...this.#state, session }
      this.#provider.setValue(this.#serve(session))
    }
    this.#draw()
  }

  #openPlace(movesFocus: boolean): void {
    if (this.#state.is === 'open') this.#open(this.#state.session, movesFocus)
  }

  #go(href: string): void {
    history.pushState(null, '', href)
    this.#openPlace(true)
  }

  /** Links of the portal open without loading its program again. */
  #follow(event: MouseEvent): void {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link?.getAttribute('href')?.startsWith('/') || !isPlain || link.target !== '') return
    if (link.pathname === SIGN_IN) keepPlace()
    if (!isPage(new URL(link.href))) return
    event.preventDefault()
    this.#go(link.pathname + link.search)
  }

  #explain(error: unknown): string {
    if (error instanceof Refusal && error.kind === 'signed-out' && this.#state.is === 'open') {
      this.#state.page.leave?.()
      this.#become({ is: 'signed-out', reason: TEXTS.signIn.ended })
    }
    return explainRefusal(error)
  }

  #say(message: string): void {
    this.#message = message
    this.#draw()
  }

  #become(state: State): void {
    if (state.is !== 'open') {
      this.#keys?.stop()
      this.#live?.stop()
      this.#live = null
      this.#liveState = 'live'
    }
    this.#state = state
    this.#message = ''
    this.#draw()
  }

  #draw(): void {
    const state = this.#state
    document.title = TEXTS.titleOf(state.is === 'open' ? state.page.title : TEXTS.pages.signIn)
    render(this.#view(state), this.#root)
    if (this.#arrives) this.#focusHeading()
  }

  /** A page whose heading has to be asked for gets the focus when it is there, if nothing else has got it meanwhile. */
  #focusHeading(): void {
    const heading =
      this.#root.querySelector('h1') ?? this.#root.querySelector('main > *')?.shadowRoot?.querySelector('h1')
    if (!heading) return
    this.#arrives = false
    if (document.activeElement === document.body) heading.focus()
  }

  #view(state: State): TemplateResult {
    switch (state.is) {
      case 'starting':
        return html`<main class="alone"><p class="loading">${TEXTS.loading}</p></main>`
      case 'signed-out':
        return signInView(state.reason)
      case 'failed':
        return html`<main class="alone">
          <p class="notice bad" role="alert">${state.reason}</p>
          <button type="button" @click=${() => void this.start()}>${TEXTS.again}</button>
        </main>`
      case 'open':
        return html`
          <a class="skip" href="#content" @click=${skip}>${TEXTS.skip}</a>
          ${this.#header(state.session, state.page)}
          ${state.session.needs_passkey ? askForPasskey() : nothing} ${this.#notices.view(state.session)}
          <main id="content" tabindex="-1">${state.page.view()}</main>
          ${this.#keys?.view()}
          <div aria-live="polite">
            ${this.#liveState === 'live' ? nothing : html`<p class="line">${TEXTS.live.interrupted}</p>`}
          </div>
          <p class="said" role="status">${this.#message}</p>
        `
    }
  }

  #header(
    { user, merchant, viewing, environment, actions, test_state: state }: Session,
    page: Page,
  ): TemplateResult {
    const sections = SECTIONS.filter(({ action }) => actions.includes(action))
    return html`<header class="top">
      <a class="brand" href="/">${TEXTS.product}</a>
      <span class="merchant">${merchant?.name ?? nothing}</span>
      ${
        viewing === null
          ? nothing
          : html`<span class="environment">${TEXTS.viewing(viewing.name, formatMoment(viewing.until))}</span>
              <button type="button" @click=${() => this.#endView()}>${TEXTS.endView}</button>`
      }
      ${environment === 'test' ? html`<span class="environment">${TEXTS.test}</span>` : nothing}
      ${sayTestState(state)}
      <nav aria-label=${TEXTS.navigation}>
        ${sections.map(
          ({ href, name }) =>
            html`<a href=${href} aria-current=${name === page.section ? 'page' : nothing}>${name}</a>`,
        )}
      </nav>
      <button type="button" class="quiet" @click=${() => this.#keys?.openFinder()}>
        ${KEYS_TEXTS.open} <kbd class="wide">Ctrl K</kbd>
      </button>
      <button type="button" class="quiet" popovertarget="person">${user.name}</button>
      <div id="person" popover>
        <p>${TEXTS.signedInAs(user.email ?? user.name)}</p>
        <p class="buttons">
          <button type="button" @click=${() => this.#leave()}>${TEXTS.signOut}</button>
          <a class="choice" href="/sessions">${SESSION_TEXTS.title}</a>
          <a class="choice" href=${SIGN_IN}>${TEXTS.signInAgain}</a>
          <button type="button" @click=${showHelp}>${KEYS_TEXTS.openKeys}</button>
        </p>
      </div>
    </header>`
  }

  /** The session may do less from then on: the whole portal asks again what. */
  async #endView(): Promise<void> {
    try {
      await ask('/operator/view', { method: 'DELETE', key: crypto.randomUUID() })
      location.assign('/merchants')
    } catch (error) {
      this.#say(this.#explain(error))
    }
  }

  async #leave(): Promise<void> {
    try {
      await signOut()
    } catch (error) {
      return this.#say(this.#explain(error))
    }
    if (this.#state.is === 'open') this.#state.page.leave?.()
    this.#become({ is: 'signed-out', reason: null })
  }
}

/** The fragment of the address stays what it is. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}

function askForPasskey(): TemplateResult {
  return html`<p class="line">
    ${SESSION_TEXTS.needsPasskey} <a href=${changeOf('passkey')}>${SESSION_TEXTS.changes.passkey}</a>
  </p>`
}

/** What a person should not forget, with the way to where it ends. */
function sayTestState(state: Session['test_state']): TemplateResult | typeof nothing {
  if (state === null) return nothing
  const { testTools: texts } = TEXTS
  const said = [
    ...(state.clock_ahead_seconds === 0 ? [] : [texts.ahead(state.clock_ahead_seconds)]),
    ...(state.has_webhook_faults ? [texts.faultsAreOn] : []),
    ...(state.faults_until === null ? [] : [texts.sandboxFaults.areOn(formatMoment(state.faults_until))]),
  ]
  if (said.length === 0) return nothing
  return html`<a class="environment" href="/test-tools">${said.join(' · ')}</a>`
}
