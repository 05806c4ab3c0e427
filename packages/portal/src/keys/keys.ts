import { html, type TemplateResult } from 'lit'

import type { Frame } from '../app/page.ts'
import { KEYS_TEXTS as texts } from '../texts/keys-texts.ts'
import { TEXTS } from '../texts/texts.ts'
import './finder.ts'
import type { Finder } from './finder.ts'
import { createKeyReader, isTyping, KEY_SEQUENCES, type KeyDeed } from './key-sequences.ts'
import { listKnown } from './known-choices.ts'

/** An entry of the navigation that the person may open. */
export interface KeyPage {
  readonly href: string
  readonly name: string
}

const SWITCH = 'sluice-portal-keys'

/** Keys of the portal: the search over everything, and sequences of characters, which can be switched off (WCAG 2.1.4). */
export class Keys {
  readonly #frame: Frame
  readonly #pages: readonly KeyPage[]
  readonly #read = createKeyReader()
  readonly #stop = new AbortController()

  constructor(frame: Frame, pages: readonly KeyPage[]) {
    this.#frame = frame
    this.#pages = pages
    addEventListener('keydown', (event) => this.#press(event), { signal: this.#stop.signal })
  }

  stop(): void {
    this.#stop.abort()
  }

  openFinder(): void {
    document.querySelector<Finder>('portal-finder')?.open()
  }

  view(): TemplateResult {
    const sequences = KEY_SEQUENCES.flatMap(([keys, deed]) => {
      const meaning = this.#say(deed)
      return meaning === null ? [] : [[keys, meaning] as const]
    })
    return html`<portal-finder .known=${listKnown(this.#frame, this.#pages, showHelp)}></portal-finder>
      <dialog id="keys" aria-labelledby="keys-title">
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
  #say(deed: KeyDeed): string | null {
    const page = this.#pages.find(({ href }) => href === deed)
    if (page !== undefined) return texts.goTo(page.name)
    return DEEDS[deed] ?? null
  }

  #press(event: KeyboardEvent): void {
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return this.openFinder()
    }
    const [inner] = event.composedPath()
    const target = inner instanceof HTMLElement ? inner : null
    const hasModifier = event.metaKey || event.ctrlKey || event.altKey
    if (hasModifier || event.isComposing || !areKeysOn() || isTyping(target)) return
    if (findInPage('dialog[open]') !== null) return
    const deed = this.#read(event.key, event.timeStamp)
    if (deed === null || this.#say(deed) === null) return
    event.preventDefault()
    this.#do(deed)
  }

  #do(deed: KeyDeed): void {
    if (deed === 'help') showHelp()
    else if (deed === 'search') this.#focusSearch()
    else if (deed === 'next') moveRow(1)
    else if (deed === 'previous') moveRow(-1)
    else this.#frame.go(deed)
  }

  /** Where a page has no field of its own the search over everything takes its place. */
  #focusSearch(): void {
    const field = findInPage<HTMLElement>('input[type=search]')
    if (field === null) this.openFinder()
    else field.focus()
  }
}

const DEEDS: Readonly<Record<string, string>> = {
  help: texts.help,
  search: texts.focusSearch,
  next: texts.next,
  previous: texts.previous,
}

export function showHelp(): void {
  document.querySelector<HTMLDialogElement>('dialog#keys')?.showModal()
}

function areKeysOn(): boolean {
  return localStorage.getItem(SWITCH) !== 'off'
}

function turnKeys(event: Event): void {
  if ((event.currentTarget as HTMLInputElement).checked) localStorage.removeItem(SWITCH)
  else localStorage.setItem(SWITCH, 'off')
}

/** The links of the rows, in their order; the first for who stands at none of them. */
function moveRow(step: 1 | -1): void {
  const root = pageRoot()
  const links = [
    ...document.querySelectorAll<HTMLElement>('main tbody th a'),
    ...(root?.querySelectorAll<HTMLElement>('tbody th a') ?? []),
  ]
  const at = links.findIndex((link) => link === document.activeElement || link === root?.activeElement)
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)
  links[next]?.focus()
}

/** The tree of a page that is an element. */
function pageRoot(): ShadowRoot | null {
  return document.querySelector('main > *')?.shadowRoot ?? null
}

function findInPage<Found extends Element>(selector: string): Found | null {
  return document.querySelector<Found>(selector) ?? pageRoot()?.querySelector<Found>(selector) ?? null
}
