/** The products for sale. Prices live on the server: a browser names a product, never its price. */
export interface Product {
  readonly id: string
  readonly name: string
  readonly line: string
  /** Minor units: 1850 is €18.50. */
  readonly priceMinor: number
  /** The text alternative of the picture. */
  readonly picture: string
}

export const CURRENCY = 'EUR'

export const PRODUCTS: readonly Product[] = [
  {
    id: 'harbour-mug',
    name: 'Harbour mug',
    line: 'Stoneware in the grey-blue of low tide. Holds 32 cl and the heat.',
    priceMinor: 1_850,
    picture: 'A round grey-blue mug with steam rising from it',
  },
  {
    id: 'field-notebook',
    name: 'Field notebook',
    line: 'Sewn, 128 dotted pages, lies flat on any table or knee.',
    priceMinor: 1_290,
    picture: 'A red notebook with a ribbon, closed by a band',
  },
  {
    id: 'beacon-lamp',
    name: 'Beacon lamp',
    line: 'Frosted glass on brushed steel. Dims from reading to ember.',
    priceMinor: 8_900,
    picture: 'A table lamp with a glowing round shade',
  },
  {
    id: 'moorland-throw',
    name: 'Moorland throw',
    line: 'Wool from two valleys, woven in a third. 130 × 180 cm.',
    priceMinor: 6_450,
    picture: 'A folded woollen throw with heather-coloured stripes',
  },
]

export function findProduct(id: string): Product | undefined {
  return PRODUCTS.find((product) => product.id === id)
}

const PRICE = new Intl.NumberFormat('en-IE', { style: 'currency', currency: CURRENCY })

/** `€18.50`. The currency is fixed, so its two decimals are too. */
export function formatPrice(amountMinor: number): string {
  return PRICE.format(amountMinor / 100)
}
