import { findElement } from './find-element.ts'
import type { Localizer, LocalizedText } from './localizer.ts'

/** The title in the tab, in the history and first in a screen reader: what happens here, and in which shop. */
export function nameWindow(localizer: Localizer, shopName: string | null, words: LocalizedText): void {
  localizer.put(findElement('title'), (language) =>
    [words(language), shopName].filter((part) => part !== null).join(' – '),
  )
}
