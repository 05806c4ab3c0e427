import { make, setText } from '../make.ts'

/** A wrong field, and what to do about it. */
export interface WrongField {
  readonly text: string
  readonly focus: () => void
}

export interface ErrorSummary {
  readonly element: HTMLElement
  show(title: string, wrong: readonly WrongField[]): void
  focus(): void
}

const TITLE_ID = 'summary-title'

/**
 * The list of everything that is wrong, at the top of the form, after somebody tried to pay. Each entry leads to its
 * field. Its heading takes the focus, so that it is read first, and once.
 */
export function makeErrorSummary(): ErrorSummary {
  const title = make('h2', { id: TITLE_ID, tabindex: '-1' })
  const list = make('ul')
  const element = make('div', { class: 'summary', role: 'group', 'aria-labelledby': TITLE_ID }, title, list)
  element.hidden = true
  return {
    element,
    show(heading, wrong) {
      element.hidden = wrong.length === 0
      setText(title, heading)
      const texts = wrong.map(({ text }) => text)
      // Rebuilt only when it says something else: an entry that has the focus must not be taken away.
      if (texts.join() === Array.from(list.children, ({ textContent }) => textContent).join()) return
      list.replaceChildren(...wrong.map(entryOf))
    },
    focus: () => title.focus(),
  }
}

function entryOf({ text, focus }: WrongField): HTMLElement {
  // A link would write into the frame's history.
  const button = make('button', { type: 'button' }, text)
  button.addEventListener('click', focus)
  return make('li', {}, button)
}
