import { brandIcon } from '@sluice/embedded-fields/parts'
import { CARD_BRANDS, type CardBrand } from '@sluice/types/vocabulary'

/** More pictures would push the name of the way to pay off a phone. */
const SHOWN_MAX = 4

/** Draws the pictures of the brands at the end of each way's line; the text beside them says enough without. */
export function drawBrands(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-brands]')) {
    const brands = (place.dataset['brands'] ?? '').split(' ').filter(isBrand).slice(0, SHOWN_MAX)
    place.replaceChildren(
      ...brands.map((brand) => {
        const picture = new Image()
        picture.className = 'brand-picture'
        picture.alt = ''
        picture.src = brandIcon(brand)
        return picture
      }),
    )
  }
}

function isBrand(brand: string): brand is CardBrand {
  return (CARD_BRANDS as readonly string[]).includes(brand)
}
