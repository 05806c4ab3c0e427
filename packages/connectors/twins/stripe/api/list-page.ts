import type Stripe from 'stripe'

import { type Form, numberAt, textAt } from '../http/form.ts'
import type { World } from '../world/world.ts'
import { badParameter } from './refusal.ts'

interface Listed {
  readonly id: string
  readonly created: number
}

/** The members by which a list may be filtered, if the objects have them. */
const FILTERS = ['payment_intent', 'charge', 'customer', 'type', 'source'] as const

/** Returns a page of objects, the newest first. */
export function listPage<T extends Listed>(url: string, all: readonly T[], params: Form): Stripe.ApiList<T> {
  const filters = FILTERS.filter((name) => textAt(params, name) !== undefined)
  const found = all.filter((one) => filters.every((name) => Reflect.get(one, name) === textAt(params, name)))
  const newestFirst = found.toReversed()
  const after = textAt(params, 'starting_after')
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  const limit = numberAt(params, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw badParameter('limit', 'This value must be between 1 and 100.', 'parameter_invalid_integer')
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data }
}

/** The delay until the search finds a payment. */
const SEARCH_LAG_SECONDS = 60

/**
 * Evaluates the gateway's searches: `metadata["key"]:"value"`, joined by AND. Objects of the last minute are not
 * found yet.
 */
export function searchPage(world: World, params: Form): Stripe.ApiSearchResult<Stripe.PaymentIntent> {
  const query = textAt(params, 'query') ?? ''
  const wanted = [...query.matchAll(/metadata\[["']([^"']+)["']\]:["']([^"']*)["']/g)]
  if (wanted.length === 0) throw badParameter('query', 'We were unable to parse your search query.')
  const data = [...world.intents.values()].filter(
    (intent) =>
      intent.created <= world.nowSeconds() - SEARCH_LAG_SECONDS &&
      wanted.every(([, key = '', value]) => intent.metadata[key] === value),
  )
  return {
    object: 'search_result',
    url: '/v1/payment_intents/search',
    has_more: false,
    next_page: null,
    data,
  }
}
