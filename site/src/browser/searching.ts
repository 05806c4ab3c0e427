import MiniSearch, { type SearchResult } from 'minisearch'
import { type Found, searchFor } from '../search-for.ts'
import { SEARCH_SETTINGS, type SearchEntry } from '../search-settings.ts'
import { find } from './find.ts'

const MAX_RESULTS = 12

const NOTHING: Found = { results: [], isElsewhere: false }

/** Opens the search by button, `/` or Ctrl-K. The index is loaded when it is first needed. */
export function setUpSearch(): void {
  const dialog = find('dialog.search', HTMLDialogElement)
  const input = find('#search-text', HTMLInputElement)
  const scope = find('#search-entrance', HTMLSelectElement)
  const list = find('.search-results', HTMLOListElement)
  const count = find('.search-count', HTMLElement)
  const root = document.documentElement.dataset['root'] ?? '.'
  let index: Promise<MiniSearch<SearchEntry>> | undefined

  const open = () => {
    index ??= loadIndex(`${root}/search.json`)
    if (!dialog.open) dialog.showModal()
    input.select()
    void show()
  }
  const show = async () => {
    const asked = input.value.trim()
    const entrance = scope.value
    const { results, isElsewhere } =
      asked === '' || !index ? NOTHING : searchFor(await index, asked, entrance)
    if (input.value.trim() !== asked || scope.value !== entrance) return
    list.replaceChildren(...results.slice(0, MAX_RESULTS).map((result) => describe(result, root)))
    const where = isElsewhere ? ` in pages for others than “${scope.selectedOptions[0]?.text}”` : ''
    count.textContent =
      asked === '' ? '' : results.length === 0 ? 'No results.' : describeCount(results) + where
  }

  find('.search-button', HTMLButtonElement).addEventListener('click', open)
  for (const field of [input, scope])
    field.addEventListener('input', () => {
      show().catch(() => (count.textContent = 'The search index could not be loaded.'))
    })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    open()
  })
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const links = [...list.querySelectorAll('a')]
    const at = links.findIndex((link) => link === document.activeElement)
    const target = at + step < 0 ? input : links[Math.min(at + step, links.length - 1)]
    target?.focus()
  })
  // Enter leads to the first result; Escape and the button close.
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    const first = list.querySelector('a')
    if (event.submitter !== null && document.activeElement !== input) return
    if (!first) return
    event.preventDefault()
    first.click()
    dialog.close()
  })
  list.addEventListener('click', () => dialog.close())
}

async function loadIndex(address: string): Promise<MiniSearch<SearchEntry>> {
  const answer = await fetch(address)
  return MiniSearch.loadJSON<SearchEntry>(await answer.text(), SEARCH_SETTINGS)
}

function describe(result: SearchResult, root: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${root}/${result.id}`
  const { title, heading, excerpt } = result as unknown as SearchEntry
  for (const [kind, text] of [
    ['where', title === heading ? '' : title],
    ['heading', heading],
    ['excerpt', excerpt],
  ] as const) {
    const part = document.createElement('span')
    part.className = kind
    part.textContent = text
    if (text !== '') link.append(part)
  }
  item.append(link)
  return item
}

function describeCount({ length }: readonly unknown[]): string {
  return length === 1
    ? '1 passage'
    : `${length} passages${length > MAX_RESULTS ? `, the first ${MAX_RESULTS}` : ''}`
}
