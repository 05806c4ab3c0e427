import { html, type Markup } from '../html.ts'
import { LANTERN } from '../orders.ts'
import { PRICE } from './price.ts'
import { layout } from './layout.ts'

export function cataloguePage(): Markup {
  return layout({
    title: LANTERN.name,
    main: html`
      <section class="panel">
        <h1>${LANTERN.name}</h1>
        <p>Brass and thick glass. Burns for nine hours, and longer on a low flame.</p>
        <p class="price">${PRICE}</p>
        <form method="post" action="/orders"><button class="button">Buy</button></form>
      </section>
    `,
  })
}
