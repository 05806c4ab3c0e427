import { defineComponent } from 'vue'
import { EMITS, useComponent } from './use-component.ts'

const flag = { type: Boolean, default: false }
const text = { type: String, required: true } as const

/** Card number, expiry date and security code, and the holder's name and e-mail address if enabled. */
export const CardFields = /* @__PURE__ */ defineComponent({
  name: 'CardFields',
  props: {
    hasHolderName: flag,
    holderNameRequired: flag,
    hasHolderEmail: flag,
    holderEmailRequired: flag,
    saveCard: flag,
    installments: flag,
  },
  emits: EMITS,
  setup: (props, context) =>
    useComponent(
      'card',
      () => {
        const { saveCard, installments, ...customerConfig } = props
        return [{ customerConfig, saveCard }, installments]
      },
      context,
    ),
})

/** A saved card, and a field for its security code. */
export const SavedCard = /* @__PURE__ */ defineComponent({
  name: 'SavedCard',
  props: {
    paymentMethodId: text,
    maskedPan: text,
    expirationDate: text,
    cardBrand: text,
    installments: flag,
  },
  emits: EMITS,
  setup: (props, context) =>
    useComponent(
      'saved-card',
      () => {
        const { installments, ...data } = props
        return [{ data }, installments]
      },
      context,
    ),
})

/** The session's other payment methods. Each has its own button; `complete` reports the outcome. */
export const PaymentMethods = /* @__PURE__ */ defineComponent({
  name: 'PaymentMethods',
  emits: EMITS,
  setup: (_props, context) => useComponent('alternative-payment-method', () => [{}], context),
})
