import type { ErrorItem } from '@sluice/types'

import type { Declarations, Requirement } from '../execution/declarations.ts'
import type { ProviderOptions } from '../execution/provider.ts'
import type { TransactionCustomer } from '../execution/transaction.ts'

/** The part of a payment to which requirements refer. */
export interface RequiredOf {
  /** `card`, or the `payment_method.type` of an order. */
  readonly method: string
  readonly country: string | null
  readonly customer: Partial<TransactionCustomer> | null
  readonly options: ProviderOptions | null
}

/** Returns the members that a provider requires and a payment lacks; the 422 answer names each. */
export function findMissingMembers(
  requires: Declarations['requires'],
  payment: RequiredOf,
): readonly ErrorItem[] {
  if (requires.length === 0) return []
  const members = requires.filter((one) => appliesTo(one, payment)).flatMap((one) => one.members)
  return [...new Set(members)]
    .filter((member) => !isGiven(member, payment))
    .map((property) => ({ property, message: 'is required', params: [property] }))
}

function appliesTo({ methods, countries }: Requirement, { method, country }: RequiredOf): boolean {
  return (
    (methods === null || methods.has(method)) &&
    (countries === null || (country !== null && countries.has(country)))
  )
}

function isGiven(member: string, { customer, options }: RequiredOf): boolean {
  const [holder, name = ''] = member.split('.')
  const members: Readonly<Record<string, unknown>> | null = holder === 'options' ? options : customer
  return (members?.[name] ?? '') !== ''
}
