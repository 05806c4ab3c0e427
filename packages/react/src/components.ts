import type { ComponentListeners, CustomerConfig, SavedCardData } from '@sluice/embedded-fields'
import { createElement, forwardRef, type ForwardRefExoticComponent, type RefAttributes } from 'react'
import { type PaymentHandle, useComponent } from './use-component.ts'

interface Shown extends ComponentListeners {
  /** The style of the element around the form; it may set the `--lib-…` properties. */
  className?: string
}

interface ShownCard extends Shown {
  /** Reserves space for the choice of installments, for sessions that offer them. @defaultValue false */
  installments?: boolean
}

/** Props of `CardFields`. */
export interface CardFieldsProps extends ShownCard, CustomerConfig {
  /** Reserves space for the checkbox, for sessions that ask whether to save the card. @defaultValue false */
  saveCard?: boolean
}

/** Props of `SavedCard`. */
export interface SavedCardProps extends ShownCard, SavedCardData {}

/** Props of `PaymentMethods`. */
export type PaymentMethodsProps = Shown

type PaymentElement<Props> = ForwardRefExoticComponent<Props & RefAttributes<PaymentHandle>>

/** Card number, expiry date and security code, and the holder's name and e-mail address if enabled. */
export const CardFields: PaymentElement<CardFieldsProps> = /* @__PURE__ */ forwardRef<
  PaymentHandle,
  CardFieldsProps
>(function CardFields(
  {
    className,
    hasHolderName,
    holderNameRequired,
    hasHolderEmail,
    holderEmailRequired,
    saveCard,
    installments,
    ...listeners
  },
  ref,
) {
  const customerConfig = { hasHolderName, holderNameRequired, hasHolderEmail, holderEmailRequired }
  const place = useComponent('card', { customerConfig, saveCard }, listeners, ref, installments)
  return createElement('div', { ...place, className })
})

/** A saved card, and a field for its security code. */
export const SavedCard: PaymentElement<SavedCardProps> = /* @__PURE__ */ forwardRef<
  PaymentHandle,
  SavedCardProps
>(function SavedCard(
  { className, paymentMethodId, maskedPan, expirationDate, cardBrand, installments, ...listeners },
  ref,
) {
  const data = { paymentMethodId, maskedPan, expirationDate, cardBrand }
  const place = useComponent('saved-card', { data }, listeners, ref, installments)
  return createElement('div', { ...place, className })
})

/** The session's other payment methods. Each has its own button; `onComplete` receives the outcome. */
export const PaymentMethods: PaymentElement<PaymentMethodsProps> = /* @__PURE__ */ forwardRef<
  PaymentHandle,
  PaymentMethodsProps
>(function PaymentMethods({ className, ...listeners }, ref) {
  const place = useComponent('alternative-payment-method', {}, listeners, ref)
  return createElement('div', { ...place, className })
})
