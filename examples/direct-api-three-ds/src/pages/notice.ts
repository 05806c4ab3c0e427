import { html, type Markup } from '../html.ts'
import { layout } from './layout.ts'

export interface WayOn {
  readonly href: string
  readonly label: string
}

const TO_THE_SHOP: WayOn = { href: '/', label: 'Back to the shop' }

/** A page that only has something to say, and one way on. */
export function noticePage(heading: string, text: string, wayOn = TO_THE_SHOP): Markup {
  return layout({
    title: heading,
    main: html`<section class="panel">
      <h1>${heading}</h1>
      <p>${text}</p>
      <p><a class="button" href="${wayOn.href}">${wayOn.label}</a></p>
    </section>`,
  })
}
