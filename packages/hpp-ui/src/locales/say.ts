import { PAGE_TEXTS, type PageTexts } from '@sluice/texts/hosted-page'
import { type Language, LANGUAGES } from '@sluice/types/vocabulary'

/** A text of the page by its name; `endings.APPROVED` for one of a group. */
export type TextName = Exclude<keyof PageTexts, 'endings'> | `endings.${keyof PageTexts['endings']}`

export type TextValues = Readonly<Record<string, string | number>>

/** Renders a text in a language, with its values filled in. */
export function say(language: Language, name: TextName, values: TextValues = {}): string {
  const { endings, ...texts } = PAGE_TEXTS[LANGUAGES[language].locale]
  const [, ending] = name.split('.')
  const text =
    ending === undefined ? texts[name as keyof typeof texts] : endings[ending as keyof typeof endings]
  return fill(text, values)
}

/** Fills `{name}`s. */
function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}
