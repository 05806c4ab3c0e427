import { findElement } from './find-element.ts'
import type { PageData } from '../hosted-page-view.ts'
import type { Tongue } from './tongue.ts'

/** Shows amount and description of an order that the merchant changed. What is typed stays. */
export function showChange(tongue: Tongue, { amounts, session }: PageData): void {
  tongue.changeAmounts(amounts)
  document.querySelector('.description')?.remove()
  const { description } = session.session
  if (description === null) return
  const shown = document.createElement('p')
  shown.className = 'description'
  shown.dir = 'auto'
  shown.textContent = description
  findElement('.order h1').after(shown)
}
