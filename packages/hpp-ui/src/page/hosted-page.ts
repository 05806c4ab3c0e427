/**
 * The program of the hosted payment page. The document contains everything; this makes it interactive, and requests
 * nothing before the shopper can type.
 */
import { CardForm, MethodList } from '@sluice/embedded-fields/parts'
import type { PageData } from '../hosted-page-view.ts'
import { Checkout } from './checkout.ts'
import { findElement } from './find-element.ts'
import { nameWindow } from './name-window.ts'
import { showConnection } from './show-connection.ts'
import { switchLanguages } from './switch-languages.ts'
import { Localizer } from './localizer.ts'

customElements.define('sluice-card-form', CardForm)
customElements.define('sluice-method-list', MethodList)

const data = JSON.parse(findElement('#page-data').textContent) as PageData
const localizer = new Localizer(data.language, data.amounts)
const checkout = new Checkout(data, localizer)
localizer.put(findElement('#amount'), (language) => localizer.amountIn(language))
nameWindow(localizer, data.session.branding.merchant_name, localizer.words('payment'))
switchLanguages(localizer)
showConnection(localizer, {
  isPaying: () => checkout.isPaying,
  onLoss: () => checkout.offerToLeave(),
  onReturn: () => void checkout.checkAgain(),
})
checkout.start()
