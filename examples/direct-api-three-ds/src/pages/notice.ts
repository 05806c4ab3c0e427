import { html, type Markup } from '../html.ts'
import { layout } from './layout.ts'

/** A page that only has something to say. */
export function noticePage(heading: string, text: string): Markup {
  return layout({
    title: heading,
    main: html`<section class="panel">
      <h1>${heading}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </section>`,
  })
}
