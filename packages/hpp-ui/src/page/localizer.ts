import { LANGUAGES, type Language, type Locale } from '@sluice/types/vocabulary'
import { say, type TextName, type TextValues } from '../locales/say.ts'

export type Amounts = Readonly<Partial<Record<Language, string>>>

export type LocalizedText = (language: Language) => string

/** The language of the page. Texts that it set change when the shopper chooses another. */
export class Localizer {
  #language: Language
  /** The amounts as the gateway formats them: not every browser knows the number formats of all our languages. */
  #amounts: Amounts
  readonly #said = new Map<Element, LocalizedText>()
  readonly #listeners: (() => void)[] = []

  constructor(language: Language, amounts: Amounts) {
    this.#language = language
    this.#amounts = amounts
    for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
      const { text, values } = element.dataset
      this.#said.set(
        element,
        this.words(text as TextName, values === undefined ? {} : (JSON.parse(values) as TextValues)),
      )
    }
  }

  get language(): Language {
    return this.#language
  }

  get locale(): Locale {
    return LANGUAGES[this.#language].locale
  }

  /** The amount to pay, formatted for a language. */
  amountIn(language: Language): string {
    return this.#amounts[language] ?? ''
  }

  /** Renders every text again that contains the amount. */
  changeAmounts(amounts: Amounts): void {
    this.#amounts = amounts
    this.speak(this.#language)
  }

  /** A text of the page, in the given language. */
  words(name: TextName, values: TextValues = {}): LocalizedText {
    return (language) => say(language, name, { amount: this.amountIn(language), ...values })
  }

  /** Writes into an element, in this language and every later one; null empties it. */
  put(element: Element, words: LocalizedText | null): void {
    if (words === null) this.#said.delete(element)
    else this.#said.set(element, words)
    const text = words?.(this.#language) ?? ''
    if (element.textContent !== text) element.textContent = text
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
    listener()
  }

  speak(language: Language): void {
    this.#language = language
    document.documentElement.lang = language
    for (const [element, words] of this.#said) element.textContent = words(language)
    for (const listener of this.#listeners) listener()
  }
}
