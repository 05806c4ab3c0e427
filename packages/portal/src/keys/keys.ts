import { html, nothing, type TemplateResult } from 'lit'

import { PortalElement } from '../app/portal-element.ts'
import { SECTIONS } from '../sections.ts'
import { KEYS_TEXTS as texts } from '../texts/keys-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import type { Finder } from './finder.ts'
import { createKeyReader, isTyping, KEY_SEQUENCES, type KeyAction } from './key-sequences.ts'
import type { listKnown } from './known-choices.ts'

const SWITCH = 'sluice-portal-keys'

/**
 * `<portal-keys>`: the search over everything, and keys for pages and rows, which can be switched off (WCAG 2.1.4). Its markup is
 * part of the document.
 */
export class KeysElement extends PortalElement {
  static override properties = { loadSearch: { attribute: false }, hasHelp: { state: true } }
  declare loadSearch: () => Promise<{ readonly listKnown: typeof listKnown }>
  /** The explanation of the keys is drawn when it first opens. */
  declare protected hasHelp: boolean
  readonly #read = createKeyReader()
  /** Of the search, whose part of the program is loaded when it first opens. */
  #listKnown: typeof listKnown | null = null
  /** Keys typed while the search is loading, which are passed on to it; null at other times. */
  #typed: string | null = null
  readonly #press = (event: KeyboardEvent) => this.#handle(event)

  constructor() {
    super()
    this.loadSearch = () => import('./palette.ts')
    this.hasHelp = false
  }

  protected override createRenderRoot(): this {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('keydown', this.#press)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('keydown', this.#press)
  }

  openFinder(): void {
    const finder = this.querySelector<Finder>('portal-finder')
    if (finder !== null) finder.open()
    else if (this.#typed === null) void this.#loadFinder()
  }

  async #loadFinder(): Promise<void> {
    this.#typed = ''
    try {
      this.#listKnown = (await this.loadSearch()).listKnown
      this.requestUpdate()
      await this.updateComplete
      const finder = this.querySelector<Finder>('portal-finder')
      await finder?.updateComplete
      finder?.open(this.#typed)
    } catch {
      this.portal.announce(texts.notLoaded)
    } finally {
      this.#typed = null
    }
  }

  async openHelp(): Promise<void> {
    this.hasHelp = true
    await this.updateComplete
    this.querySelector<HTMLDialogElement>('dialog#keys')?.showModal()
  }

  /** The entries of the navigation that the person may open. */
  get #pages(): readonly (typeof SECTIONS)[number][] {
    return SECTIONS.filter(({ action }) => this.portal.may(action))
  }

  protected override render(): TemplateResult {
    const known = this.#listKnown?.(this.portal, this.#pages, () => void this.openHelp())
    return html`${known === undefined ? nothing : html`<portal-finder .known=${known}></portal-finder>`}
    ${this.hasHelp ? this.#help() : nothing}`
  }

  #help(): TemplateResult {
    const sequences = KEY_SEQUENCES.flatMap(([keys, action]) => {
      const meaning = this.#describe(action)
      return meaning === null ? [] : [[keys, meaning] as const]
    })
    return html`<dialog id="keys" aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">${texts.title}</h2>
        <dl class="pairs">
          <dt><kbd>Ctrl</kbd> <kbd>K</kbd>, <kbd>⌘</kbd> <kbd>K</kbd></dt>
          <dd>${texts.search}. ${texts.anywhere}</dd>
          ${sequences.map(
            ([keys, meaning]) =>
              html`<dt>
                  ${keys.split(' ').map((key, place) => html`${place > 0 ? ` ${texts.then} ` : ''}<kbd>${key}</kbd>`)}
                </dt>
                <dd>${meaning}</dd>`,
          )}
        </dl>
        <label class="check">
          <input type="checkbox" .checked=${areKeysOn()} @change=${turnKeys} />
          ${texts.switchOn}
        </label>
        <p class="hint">${texts.switchHint}</p>
        <p class="buttons"><button class="main">${TEXTS.close}</button></p>
      </form>
    </dialog>`
  }

  /** Null for an address that the person may not open. */
  #describe(action: KeyAction): string | null {
    const page = this.#pages.find(({ href }) => href === action)
    if (page !== undefined) return texts.goTo(page.name)
    return ACTION_TEXTS[action] ?? null
  }

  #handle(event: KeyboardEvent): void {
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return this.openFinder()
    }
    const path = event.composedPath()
    const target = path[0] instanceof HTMLElement ? path[0] : null
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey
    if (this.#typed !== null) {
      if (!hasModifier && event.key.length === 1) this.#typed += event.key
      return
    }
    if (hasModifier || event.isComposing || !areKeysOn() || isTyping(target)) return
    if (path.some((one) => one instanceof HTMLDialogElement) || findInPage('dialog[open]') !== null) return
    const action = this.#read(event.key, event.timeStamp)
    if (action === null || this.#describe(action) === null) return
    event.preventDefault()
    this.#do(action)
  }

  #do(action: KeyAction): void {
    if (action === 'help') void this.openHelp()
    else if (action === 'search') this.#focusSearch()
    else if (action === 'next') moveRow(1)
    else if (action === 'previous') moveRow(-1)
    else this.portal.go(action)
  }

  /** Focuses the search field of the page. If it has none, opens the search of the whole portal. */
  #focusSearch(): void {
    const field = findInPage<HTMLElement>('input[type=search]')
    if (field === null) this.openFinder()
    else field.focus()
  }
}

const ACTION_TEXTS: Readonly<Record<string, string>> = {
  help: texts.help,
  search: texts.focusSearch,
  next: texts.next,
  previous: texts.previous,
}

function areKeysOn(): boolean {
  return localStorage.getItem(SWITCH) !== 'off'
}

function turnKeys(event: Event): void {
  if ((event.currentTarget as HTMLInputElement).checked) localStorage.removeItem(SWITCH)
  else localStorage.setItem(SWITCH, 'off')
}

/** The links of the rows, in their order; the first if none of them has the focus. */
function moveRow(step: 1 | -1): void {
  const root = pageRoot()
  const links = [...(root?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
  const at = links.findIndex((link) => link === root?.activeElement)
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)
  links[next]?.focus()
}

/** Returns the tree of the page. */
function pageRoot(): ShadowRoot | null {
  return document.querySelector('main > *')?.shadowRoot ?? null
}

function findInPage<Found extends Element>(selector: string): Found | null {
  return document.querySelector<Found>(selector) ?? pageRoot()?.querySelector<Found>(selector) ?? null
}

customElements.define('portal-keys', KeysElement)
