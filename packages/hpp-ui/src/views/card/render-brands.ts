import { drawBrand } from '@sluice/embedded-fields/brand-icons'
import { CARD_BRANDS, type CardBrand, cardBrandName } from '@sluice/types/vocabulary'
import { html, type Markup, ownMarkup } from '../../document/html.ts'

/** More pictures would push the name of the way to pay off a phone. */
const SHOWN_MAX = 4

/**
 * The pictures of the brands at the end of a way's line; the text beside them says enough without. They are a part of the
 * document: as an image, each would be a document of its own to a browser, which takes a slow phone 9 ms.
 *
 * @param id - of an element with their names, for screen readers; it is not shown.
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
