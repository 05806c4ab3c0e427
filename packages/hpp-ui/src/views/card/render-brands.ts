import { drawBrand } from '@sluice/embedded-fields/brand-icons'
import { CARD_BRANDS, type CardBrand, cardBrandName } from '@sluice/types/vocabulary'
import { html, type Markup, ownMarkup } from '../../document/html.ts'

/** More pictures would push the name of the way to pay off a phone. */
const SHOWN_MAX = 4

/**
 * The pictures of the brands at the end of a method's row; the text next to them suffices without. They are inline,
 * because a browser treats each image as a separate document, which takes 9 ms on a slow phone.
 *
 * @param id - the id of an invisible element with their names, for screen readers.
 */
export function renderBrands(brands: readonly string[], id: string | null = null): Markup {
  const known = brands.filter(isBrand)
  return html`<span class="brands" aria-hidden="true"
      >${known.slice(0, SHOWN_MAX).map((brand) => html`<span class="brand-picture">${ownMarkup(drawBrand(brand))}</span>`)}</span
    >${id !== null && html`<span id="${id}" hidden>${known.map(cardBrandName).join(', ')}</span>`}`
}

function isBrand(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand)
}
