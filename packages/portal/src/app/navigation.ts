import type { ReactiveController } from 'lit'

/** The portal's reactions to links and addresses. */
export interface NavigationListener {
  /** Returns whether an address is one of the portal's pages. */
  isPage(address: URL): boolean
  /** The person points at a link to a page, or has moved the focus to it. */
  onApproach(address: URL): void
  /**
   * The address of the browser has changed.
   * @param isLink - the person followed a link, and expects the page's heading.
   */
  onOpen(isLink: boolean): void
  /** The person leaves the portal by a link, such as to sign in again. */
  onLeave(address: URL): void
}

/**
 * Opens the portal's addresses without loading its program again: links, the buttons of the browser, and {@link go}. A
 * page that was opened by a link focuses its heading, which may have to be loaded first.
 */
export class Navigation implements ReactiveController {
  readonly #root: HTMLElement
  readonly #listener: NavigationListener
  #stop = new AbortController()
  /** Whether the heading of the opened page has yet to receive the focus. */
  #isArriving = false

  constructor(
    root: HTMLElement & { addController(controller: ReactiveController): void },
    listener: NavigationListener,
  ) {
    this.#root = root
    this.#listener = listener
    root.addController(this)
  }

  hostConnected(): void {
    const { signal } = (this.#stop = new AbortController())
    addEventListener('popstate', () => this.#listener.onOpen(false), { signal })
    this.#root.addEventListener('click', (event) => this.#follow(event), { signal })
    for (const approach of ['pointerover', 'focusin'])
      this.#root.addEventListener(approach, (event) => this.#approach(event), { signal })
    this.#root.addEventListener('page-drawn', () => this.#focusHeading(), { signal })
  }

  hostDisconnected(): void {
    this.#stop.abort()
  }

  go(href: string): void {
    history.pushState(null, '', href)
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    this.#isArriving = true
    this.#listener.onOpen(true)
  }

  #approach(event: Event): void {
    const link = linkOf(event)
    if (link !== null) this.#listener.onApproach(new URL(link.href))
  }

  #follow(event: MouseEvent): void {
    const link = linkOf(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (link === null || !isPlain) return
    const address = new URL(link.href)
    if (!this.#listener.isPage(address)) return this.#listener.onLeave(address)
    event.preventDefault()
    this.go(link.pathname + link.search)
  }

  /** Focuses the heading of the new page, unless the user has moved the focus in the meantime. */
  #focusHeading(): void {
    if (!this.#isArriving) return
    const heading = this.#root.querySelector('main > *')?.shadowRoot?.querySelector('h1')
    if (!heading) return
    this.#isArriving = false
    if (document.activeElement === document.body) heading.focus()
  }
}

/** Null outside of a link within the gateway that opens here. */
function linkOf(event: Event): HTMLAnchorElement | null {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
  return link?.getAttribute('href')?.startsWith('/') && link.target === '' ? link : null
}
