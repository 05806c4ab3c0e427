import type { PreparationAnswerMessage, PreparationMessage } from '@sluice/provider-protocol'

import { answer, type Plan, refuse, type StepContext } from '../../kit/index.ts'
import { findMethod } from '../methods.ts'
import { namesOf } from '../outcomes.ts'
import { createCustomer, createIntent, endOf } from './payment.ts'

/**
 * Prepares a payment intent. A lost answer counts as a refusal, because nothing that the request creates moves
 * money by itself.
 */
export function* prepare(context: StepContext, message: PreparationMessage): Plan<PreparationAnswerMessage> {
  const types = typesOf(message)
  if (types === null) return refuse('Stripe does not support this method in this currency')
  const key = message.call_key
  let customer: string | null = null
  if (types.includes('customer_balance')) {
    const created = yield* createCustomer(context, { ...message, key })
    if (created.kind !== 'done') return endOf(created)
    customer = created.value.id
  }
  const created = yield* createIntent(context, {
    ...message,
    key,
    types,
    customer,
    isHeld: message.transaction_type === 'AUTHORIZE',
    confirmation: message.call === 'AUTHORIZATION' ? 'manual' : 'automatic',
  })
  if (created.kind !== 'done') return endOf(created)
  return answer({
    result: 'PREPARED',
    idempotency_key: message.idempotency_key,
    ...namesOf(created.value),
  })
}

/** Returns the payment methods that the intent accepts. */
function typesOf({ call, type, currency }: PreparationMessage): readonly string[] | null {
  if (call === 'AUTHORIZATION') return ['card']
  const method = findMethod(type ?? '', currency)
  return method && [method.type]
}
