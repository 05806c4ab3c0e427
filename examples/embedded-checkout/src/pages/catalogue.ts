import { html, type Markup } from '../html.ts'
import { formatPrice, type Product } from '../products.ts'
import { layout } from './layout.ts'

export function cataloguePage(products: readonly Product[]): Markup {
  return layout({
    title: 'Catalogue',
    main: html`
      <div class="hero">
        <h1>Made to be used<br />every single day</h1>
        <p>
          Four things we would buy again, from people who like making them. One click takes you to the till.
        </p>
      </div>
      <ul class="catalogue" role="list">
        ${products.map(productCard)}
      </ul>
    `,
  })
}

function productCard(product: Product): Markup {
  return html`
    <li class="product">
      <img
        class="picture"
        src="/assets/pictures/${product.id}.svg"
        alt="${product.picture}"
        width="480"
        height="360"
      />
      <div class="product-text">
        <h2>${product.name}</h2>
        <p class="price">${formatPrice(product.priceMinor)}</p>
        <p class="line">${product.line}</p>
      </div>
      <form method="post" action="/basket">
        <input type="hidden" name="product" value="${product.id}" />
        <button class="button" type="submit">Add <span class="keep">${product.name}</span> to basket</button>
      </form>
    </li>
  `
}
