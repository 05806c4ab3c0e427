import { checkSimulatorMetadata, SIMULATOR_METADATA_KEYS, type SimulatorKind } from '@sluice/types'
import { DISPUTE_FUNDS, RECORD_KINDS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import {
  createAnswerByTable,
  type HandleMessage,
  type PartyRoute,
  readBody,
  RefusedRequest,
} from '../provider-protocol/handle-message.ts'
import type { Incident } from '../events/incident.ts'
import { type BookEntry, type Movement, MOVEMENTS, type SimulatorControl } from './control.ts'

const id = z.string().min(1).max(128)

/** The longest step by which a gateway moves a sandbox's clock. */
const YEAR_SECONDS = 31_536_000

const clock = z.strictObject({
  merchant_id: id,
  /** The target offset of the merchant's clock from real time. */
  ahead_seconds: z.int().min(0).max(YEAR_SECONDS),
})

const IDS_MAX = 1_000
const ids = z.array(id).min(1).max(IDS_MAX)

const books = z.union([z.strictObject({ keys: ids }), z.strictObject({ transaction_ids: ids })])

const METADATA_KEYS: ReadonlySet<string> = new Set(SIMULATOR_METADATA_KEYS)

/** The metadata that a request may specify. A key that no simulator reads would have no effect. */
const metadata = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .refine((given) => Object.keys(given).every((key) => METADATA_KEYS.has(key)))

const REQUESTS_MAX = 1_000

const CALLBACK_URL_MAX = 2_048

const instruction = z.strictObject({
  merchant_id: id,
  request: z.enum(MOVEMENTS),
  metadata,
  requests: z.int().min(1).max(REQUESTS_MAX).default(1),
})

const record = z.strictObject({
  merchant_id: id,
  transaction_id: id,
  kind: z.enum(RECORD_KINDS),
  callback_url: z.url().max(CALLBACK_URL_MAX),
  amount: z.int().min(1).nullish(),
  reason_code: z.string().max(40).nullish(),
  reason: z.string().max(255).nullish(),
  dispute_reference: id.nullish(),
  funds: z.enum(DISPUTE_FUNDS).nullish(),
  respond_by: z.iso.datetime({ offset: true }).nullish(),
  fact: id.nullish(),
})

const removal = z.strictObject({ merchant_id: id })

const KINDS: Readonly<Record<Movement, SimulatorKind>> = {
  AUTHORIZATION: 'card',
  OPERATION: 'operation',
  ORDER: 'alternative',
}

/** Lets a test control and read the simulators over HTTP. @see docs/provider-protocol/simulation.md#control */
export function createHandleControl(control: SimulatorControl): HandleMessage {
  return createAnswerByTable(listControlRoutes(control))
}

function listControlRoutes(control: SimulatorControl): readonly PartyRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/clock$/,
      async answer(body) {
        const { merchant_id: merchantId, ahead_seconds: aheadSeconds } = readBody(body, clock)
        const offsetMs = await control.moveClock(merchantId, aheadSeconds * 1_000)
        return { merchant_id: merchantId, ahead_seconds: offsetMs / 1_000, done: await control.runDue() }
      },
    },
    {
      method: 'POST',
      path: /^\/due$/,
      answer: async () => ({ done: await control.runDue() }),
    },
    {
      method: 'POST',
      path: /^\/books$/,
      async answer(body) {
        const read = readBody(body, books)
        const query = 'keys' in read ? read : { transactionIds: read.transaction_ids }
        return { entries: (await control.readBooks(query)).map(toWire) }
      },
    },
    {
      method: 'POST',
      path: /^\/instructions$/,
      answer(body) {
        const read = readBody(body, instruction)
        const [problem] = checkSimulatorMetadata(read.metadata, KINDS[read.request])
        if (problem) throw new RefusedRequest(422, `${problem.property} ${problem.message}`)
        const { merchant_id: merchantId, request: movement, requests } = read
        control.instruct({ merchantId, movement, metadata: read.metadata, requests })
        return Promise.resolve({})
      },
    },
    {
      method: 'POST',
      path: /^\/records$/,
      async answer(body) {
        const { callback_url: callbackUrl, ...read } = readBody(body, record)
        const event = await control.report(toIncident(read), callbackUrl)
        if (event === null)
          throw new RefusedRequest(422, 'transaction_id is not that of an approved transaction')
        return { event, done: await control.runDue() }
      },
    },
    {
      method: 'POST',
      path: /^\/removals$/,
      async answer(body) {
        await control.removeMerchant(readBody(body, removal).merchant_id)
        return {}
      },
    },
  ]
}

function toIncident(read: Omit<z.output<typeof record>, 'callback_url'>): Incident {
  return {
    merchantId: read.merchant_id,
    transactionId: read.transaction_id,
    kind: read.kind,
    amountMinor: read.amount ?? null,
    reasonCode: read.reason_code ?? null,
    reason: read.reason ?? null,
    disputeReference: read.dispute_reference ?? null,
    funds: read.funds ?? null,
    respondByMs: read.respond_by ? Date.parse(read.respond_by) : null,
    fact: read.fact ?? null,
  }
}

function toWire(entry: BookEntry) {
  return {
    provider_id: entry.providerId,
    key: entry.idempotencyKey,
    type: entry.type,
    merchant_id: entry.merchantId,
    transaction_id: entry.transactionId,
    amount: entry.amountMinor,
    currency: entry.currency,
    original_key: entry.originalKey,
    processing_code: entry.processingCode,
    is_settled: entry.isSettled,
  }
}
