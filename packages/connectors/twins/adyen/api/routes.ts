import type { ContractGate } from '../contract/contract-gate.ts'
import { type IdempotencyKeys, KEY_MAX, type TwinAnswer } from '../http/idempotency.ts'
import type { World } from '../world/world.ts'
import { continuePayment, type DetailsRequest } from './details.ts'
import { cancelByReference, type ModificationRequest, modify } from './modifications.ts'
import { createPayment, type PaymentRequest } from './payments.ts'
import { invalid, TwinError } from './twin-error.ts'

/** A request as received. */
export interface TwinRequest {
  readonly path: string
  readonly body: string
  readonly apiKey: string | undefined
  readonly idempotencyKey: string | undefined
}

interface Route {
  /** The path, as Adyen's document writes it. */
  readonly name: string
  readonly run: (world: World, body: object) => TwinAnswer
}

const MODIFICATION = /^\/payments\/([A-Z0-9]{16})\/(captures|refunds|cancels|reversals|amountUpdates)$/

/** Adyen's Checkout API, without HTTP. */
export function createApi(parts: {
  readonly world: World
  readonly gate: ContractGate
  readonly keys: IdempotencyKeys
  readonly apiKeys: ReadonlySet<string>
  readonly merchantAccounts: ReadonlySet<string>
}): (request: TwinRequest) => TwinAnswer {
  const { world, gate, keys } = parts
  return (request) => {
    const route = findRoute(request.path)
    if (route === null) return new TwinError(404, '000', 'Not Found', 'internal').answer
    const answer = withKey(keys, request, () => run(route, request))
    gate.answer(route.name, answer.status, answer.body)
    return answer
  }

  function run(route: Route, { apiKey, body }: TwinRequest): TwinAnswer {
    try {
      if (apiKey === undefined || !parts.apiKeys.has(apiKey))
        throw new TwinError(401, '000', 'HTTP Status Response - Unauthorized', 'security')
      const message = readBody(body)
      const [problem] = gate.request(route.name, message)
      if (problem) throw invalid('702', `${problem.instancePath} ${problem.message ?? 'is not valid'}`)
      if ('merchantAccount' in message && !parts.merchantAccounts.has(String(message.merchantAccount)))
        throw new TwinError(403, '901', 'Invalid Merchant Account', 'security')
      return route.run(world, message)
    } catch (error) {
      if (error instanceof TwinError) return error.answer
      throw error
    }
  }
}

function findRoute(path: string): Route | null {
  if (!path.startsWith('/v72/')) return null
  const rest = path.slice('/v72'.length)
  const [, psp, kind] = MODIFICATION.exec(rest) ?? []
  if (psp !== undefined && kind !== undefined)
    return {
      name: `/payments/{paymentPspReference}/${kind}`,
      run: (world, body) => modify(world, kind, psp, body as ModificationRequest),
    }
  const run = ROUTES[rest]
  return run ? { name: rest, run } : null
}

const ROUTES: Readonly<Record<string, Route['run']>> = {
  '/payments': (world, body) => createPayment(world, body as PaymentRequest),
  '/payments/details': (world, body) => continuePayment(world, body as DetailsRequest),
  '/cancels': (world, body) => cancelByReference(world, body as ModificationRequest),
  '/paymentMethods': () => ({ status: 200, body: { paymentMethods: [{ name: 'Cards', type: 'scheme' }] } }),
}

function readBody(body: string): object {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Falls through, because the body is not JSON.
  }
  throw new TwinError(400, '702', 'Unable to parse message', 'validation')
}

/**
 * Only the answers of executed or invalid requests are kept. A request without a valid API key leaves its key
 * unused.
 */
function withKey(keys: IdempotencyKeys, { path, body, idempotencyKey }: TwinRequest, run: () => TwinAnswer) {
  if (idempotencyKey === undefined) return run()
  if (idempotencyKey.length > KEY_MAX) return invalid('703', 'Idempotency key is too long').answer
  const known = keys.take(idempotencyKey, `${path} ${body}`)
  if (known === 'busy') return new TwinError(422, '704', 'Request already processed or in progress').answer
  if (known !== null) return known
  const answer = run()
  keys.keep(idempotencyKey, answer)
  return answer
}
