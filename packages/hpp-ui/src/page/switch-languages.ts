import type { Language } from '@sluice/types/vocabulary'
import { findElement } from './find-element.ts'
import type { Tongue } from './tongue.ts'

/**
 * Makes the links of the languages change the page where it stands, so that nothing typed is lost. The choice stays in
 * the address: a reload asks for the page in this language.
 */
export function switchLanguages(tongue: Tongue): void {
  const links = [...findElement('#languages').querySelectorAll('a')]
  for (const link of links) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      tongue.speak(link.lang as Language)
      history.replaceState(history.state, '', link.href)
    })
  }
  tongue.onChange(() => {
    for (const link of links) {
      if (link.lang === tongue.language) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  })
}
