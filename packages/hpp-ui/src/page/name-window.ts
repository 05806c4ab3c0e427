import { findElement } from './find-element.ts'
import type { Tongue, Words } from './tongue.ts'

/** What stands in the tab, in the history and first in a screen reader: what happens here, and in which shop. */
export function nameWindow(tongue: Tongue, shopName: string | null, words: Words): void {
  tongue.put(findElement('title'), (language) =>
    [words(language), shopName].filter((part) => part !== null).join(' – '),
  )
}
