/**
 * The script of the merchant's page. It creates frames of the gateway and exchanges messages with them. No card
 * number, expiry date or security code ever reaches it.
 */
import { outcomeOf } from '../outcome-of.ts'
import { findScriptAddress } from './find-script-address.ts'
import { createPaymentComponent } from './payment-component.ts'

window.PaymentComponent = Object.assign(
  createPaymentComponent(findScriptAddress(document.currentScript, () => new Error().stack)),
  { outcomeOf },
)
