import { findCataloguedMethod, methodName } from '@sluice/types/vocabulary'

import { formatWord } from './format.ts'

let configured: Readonly<Record<string, string>> = {}

/** Learns the names that the operator gave to payment methods of the merchant whose pages are shown. */
export function setMethodNames(names: Readonly<Record<string, string>>): void {
  configured = names
}

/**
 * The name of a payment method for the merchant's shoppers: `provider-redirect-npy` is EPS. Two methods have no name until the operator
 * configures one: they are called by the letters of their mark.
 */
export function methodTypeName(type: string): string {
  return configured[type] ?? methodName(type) ?? findCataloguedMethod(type)?.mark ?? formatWord(type)
}
