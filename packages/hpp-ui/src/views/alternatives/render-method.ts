import { drawingOf } from '@sluice/embedded-fields/method-drawings'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import type { OfferedMethod } from '@sluice/types'
import { type Language, LANGUAGES } from '@sluice/types/vocabulary'
import { html, type Markup } from '../../document/html.ts'

/** The name of a method in a language. */
export function methodNameIn({ name, names }: OfferedMethod, language: Language): string {
  return names?.[language] ?? name ?? ''
}

/** Returns the note below a method's name, about how to pay with it; empty if the name already shows that. */
export function methodNoteIn({ kind = 'bank', names }: OfferedMethod, language: Language): string {
  return names === undefined ? METHOD_TEXTS[LANGUAGES[language].locale].kinds[kind] : ''
}

/** The name and the note of a method, which the program translates. */
export function renderMethodName(method: OfferedMethod, language: Language): Markup {
  const note = methodNoteIn(method, language)
  return html`<span data-method-name>${methodNameIn(method, language)}</span>
    <span class="way-note" data-method-note>${note}</span>`
}

/** The mark at the end of its line: a drawing, or letters. */
export function renderMethodMark({ kind = 'bank', mark = kind }: OfferedMethod): Markup {
  const drawing = drawingOf(mark)
  return drawing === null
    ? html`<span class="way-mark way-letters" aria-hidden="true">${mark}</span>`
    : html`<svg class="way-mark" viewBox="0 0 24 24" aria-hidden="true"><path d="${drawing}"></path></svg>`
}
