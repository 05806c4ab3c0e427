import { html, type Markup } from '../html.ts'
import type { Order } from '../orders.ts'
import type { Way } from '../read-card-form.ts'
import { layout } from './layout.ts'
import { PRICE } from './price.ts'

/** The errors, by field. What was typed is not repeated: a card must not appear in a page. */
export type CardProblems = Partial<Record<'number' | 'expiry' | 'cvv', string>>

const WAY_TEXTS: Readonly<Record<Way, { readonly label: string; readonly hint: string }>> = {
  frame: { label: 'In this shop', hint: 'The bank’s page stands in a frame.' },
  page: { label: 'At the bank', hint: 'The browser goes to the bank’s page and comes back.' },
  merchant: {
    label: 'In this shop, which hears the answer itself',
    hint: 'The bank posts to an address of the shop; that needs https.',
  },
}

const TEST_CARDS = [
  { number: '4242 4242 4242 4242', outcome: 'approved' },
  { number: '4000 0027 6000 3184', outcome: 'the bank asks for a password: 1234' },
  { number: '4000 0000 0000 9995', outcome: 'declined, insufficient funds' },
]

export function cardFormPage(
  order: Order,
  options: { readonly ways: readonly Way[]; readonly problems?: CardProblems },
): Markup {
  const { ways, problems = {} } = options
  return layout({
    title: Object.keys(problems).length === 0 ? 'Pay' : 'Error: Pay',
    head: html`<script src="/assets/pay.js" defer></script>`,
    main: html`
      <form class="panel" id="pay" method="post" action="/orders/${order.id}/pay" novalidate>
        <h1>Pay ${PRICE}</h1>
        <p class="quiet">Order ${order.number}</p>
        ${field('number', 'Card number', 'cc-number', problems.number)}
        <div class="row">
          ${field('expiry', 'Expiry date (MM/YY)', 'cc-exp', problems.expiry)}
          ${field('cvv', 'Security code', 'cc-csc', problems.cvv)}
        </div>
        <fieldset>
          <legend>If the bank asks for a confirmation</legend>
          ${ways.map(
            (way, index) => html`
              <label class="choice">
                <input type="radio" name="way" value="${way}" ${index === 0 && html`checked`} />
                <span>${WAY_TEXTS[way].label}<span class="quiet">${WAY_TEXTS[way].hint}</span></span>
              </label>
            `,
          )}
        </fieldset>
        <input type="hidden" name="color_depth" />
        <input type="hidden" name="screen_height" />
        <input type="hidden" name="screen_width" />
        <input type="hidden" name="time_zone_offset" />
        <button class="button">Pay ${PRICE}</button>
      </form>
      <aside class="panel" aria-labelledby="test-cards">
        <h2 id="test-cards">Test cards</h2>
        <ul>
          ${TEST_CARDS.map(
            ({ number, outcome }) => html`<li><span class="digits">${number}</span> ${outcome}</li>`,
          )}
        </ul>
        <p class="quiet">Any future expiry date, any three digits as security code.</p>
      </aside>
    `,
  })
}

function field(
  name: keyof CardProblems,
  label: string,
  autocomplete: string,
  problem: string | undefined,
): Markup {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      maxlength="30"
      required
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`}
    />
    ${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
  </div>`
}
