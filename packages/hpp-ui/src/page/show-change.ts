import { findElement } from './find-element.ts'
import type { PageData } from '../hosted-page-view.ts'
import type { Localizer } from './localizer.ts'

/** Shows amount and description of an order that the merchant changed. What is typed stays. */
export function showChange(localizer: Localizer, { amounts, session }: PageData): void {
  localizer.changeAmounts(amounts)
  document.querySelector('.description')?.remove()
  const { description } = session.session
  if (description === null) return
  const shown = document.createElement('p')
  shown.className = 'description'
  shown.dir = 'auto'
  shown.textContent = description
  findElement('.order h1').after(shown)
}
