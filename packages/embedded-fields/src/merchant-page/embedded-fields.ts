/**
 * The script of the merchant's page. It draws frames of the gateway and speaks to them; no card number, expiry date or
 * security code ever reaches it.
 */
import { createPaymentComponent } from './payment-component.ts'

// Only while a classic script is evaluated does the browser say which one it is.
const script = document.currentScript
window.PaymentComponent = createPaymentComponent(
  script instanceof HTMLScriptElement ? script.src || null : null,
)
