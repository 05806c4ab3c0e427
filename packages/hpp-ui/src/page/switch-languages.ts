import type { Language } from '@sluice/types/vocabulary'
import { findElement } from './find-element.ts'
import type { Localizer } from './localizer.ts'

/**
 * Makes the language links change the page in place, so that no typed value is lost. The address stores the choice: a
 * reload requests the page in this language.
 */
export function switchLanguages(localizer: Localizer): void {
  const links = [...findElement('#languages').querySelectorAll('a')]
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      localizer.speak(link.lang as Language)
      history.replaceState(history.state, '', link.href)
    })
  }
  localizer.onChange(() => {
    for (const link of links) {
      if (link.lang === localizer.language) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  })
}
