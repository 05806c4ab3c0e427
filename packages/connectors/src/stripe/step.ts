import {
  followPlan,
  type Plan,
  type ProviderCall,
  type ProviderCallAnswer,
  refuse,
  type Step,
  type StepContext,
  unknown,
} from '../kit/index.ts'
import { authorize } from './calls/authorize.ts'
import { continueCard } from './calls/continue.ts'
import { find } from './calls/find.ts'
import { operate } from './calls/operate.ts'
import { order } from './calls/order.ts'
import { prepare } from './calls/prepare.ts'
import { cancel, fence, undo } from './calls/withdraw.ts'
import { UnreadableObject } from './outcomes.ts'

/** Decides the next step of a call. */
export function step(call: ProviderCall, context: StepContext): Step<ProviderCallAnswer> {
  try {
    return followPlan(planOf(call, context), context.transcript)
  } catch (error) {
    // Either the connector cannot read Stripe’s answer, or Stripe's units cannot express an amount. Our own amounts
    // are checked before the first request.
    if (error instanceof UnreadableObject) return unknown(error.message)
    if (error instanceof RangeError)
      return context.transcript.length === 0 ? refuse(error.message) : unknown(error.message)
    throw error
  }
}

function planOf(call: ProviderCall, context: StepContext): Plan<ProviderCallAnswer> {
  switch (call.name) {
    case 'prepare':
      return prepare(context, call.message)
    case 'authorize':
      return authorize(context, call.message)
    case 'continue':
      return continueCard(context, call.message)
    case 'operate':
      return operate(context, call.message)
    case 'order':
      return order(context, call.message)
    case 'cancel':
      return cancel(context, call.message)
    case 'undo':
      return undo(context, call.message)
    case 'find':
      return find(context, call.message)
    case 'fence':
      return fence(context, call.message)
  }
}
