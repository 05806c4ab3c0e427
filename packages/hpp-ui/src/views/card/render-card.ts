import type { ClientSession } from '@sluice/types'
import { html, type Markup } from '../../document/html.ts'
import type { Speaker } from '../../document/page-parts.ts'

/** Room for the card form, which the browser program puts in, and what is said about saving the card. */
export function renderCard({ tokenization }: Pick<ClientSession, 'tokenization'>, text: Speaker): Markup {
  return html`
    <div class="card-room" data-room="card" ${tokenization === 'OPT_IN' && html`data-saving`}></div>
    ${tokenization === 'IMPLICIT' && html`<p class="note">${text('cardWillBeSaved')}</p>`}
  `
}
