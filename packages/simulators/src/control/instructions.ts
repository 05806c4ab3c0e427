import type { Metadata } from '@sluice/types'

import type { Provider } from '../provider.ts'
import type { Instruction, Movement } from './control.ts'

/** Holds the instructions for the next requests of merchants in memory. */
export interface Instructions {
  add(instruction: Instruction): void
  /** Removes and returns the oldest matching instruction, or null if there is none. */
  take(merchantId: string, movement: Movement): Metadata | null
  removeMerchant(merchantId: string): void
}

export function createInstructions(): Instructions {
  let waiting: readonly Instruction[] = []
  return {
    add(instruction) {
      waiting = [...waiting, instruction]
    },
    take(merchantId, movement) {
      const next = waiting.find((one) => one.merchantId === merchantId && one.movement === movement)
      if (!next) return null
      const left = next.requests - 1
      waiting = waiting.flatMap((one) => {
        if (one !== next) return [one]
        return left === 0 ? [] : [{ ...one, requests: left }]
      })
      return next.metadata
    },
    removeMerchant(merchantId) {
      waiting = waiting.filter((one) => one.merchantId !== merchantId)
    },
  }
}

/**
 * Adds the instructed metadata to a request, because production sends none. The request's own metadata takes
 * precedence.
 */
export function followInstructions(provider: Provider, { take }: Instructions): Provider {
  const instructed =
    <Request extends { readonly merchantId: string; readonly metadata: Metadata | null }, Answer>(
      movement: Movement,
      answer: (request: Request) => Promise<Answer>,
    ) =>
    (request: Request): Promise<Answer> =>
      answer({ ...request, metadata: { ...take(request.merchantId, movement), ...request.metadata } })
  return {
    ...provider,
    authorize: instructed('AUTHORIZATION', provider.authorize),
    operate: instructed('OPERATION', provider.operate),
    order: instructed('ORDER', provider.order),
  }
}
