import * as z from 'zod'

import {
  DISPUTE_EVENTS,
  DISPUTE_FUNDS,
  DISPUTE_STATUSES,
  RECORD_EVENTS,
  RECORD_KINDS,
} from '../vocabulary/index.ts'
import { currency, timestamp } from './common.ts'

const told = {
  id: z.string(),
  transaction_id: z.string().meta({ description: 'The affected payment, capture or refund.' }),
  kind: z.enum(RECORD_KINDS),
  amount: z.int().meta({ format: 'int64', description: 'Minor units.' }),
  currency,
  reason_code: z.string().nullable().meta({ description: 'The code of the card network or bank.' }),
  reason: z.string().nullable(),
  provider_reference: z.string().nullable(),
  dispute_id: z.string().nullable().meta({ description: 'The same for every step of one dispute.' }),
  funds: z.enum(DISPUTE_FUNDS).nullable().meta({
    description: 'The effect of a step of a dispute on the money; null for every other record.',
  }),
  respond_by: timestamp
    .nullable()
    .meta({ description: 'The deadline for evidence; null if the step has none.' }),
  occurred_at: timestamp,
  created_at: timestamp,
}

/** A change to a transaction after its final state. */
export const transactionRecord = z.object(told).meta({
  id: 'TransactionRecord',
  clause: 'resolution#records',
  description: 'Something that happened to a transaction after its final state.',
})

/** The records of a transaction. */
export const transactionRecordList = z.object({ data: z.array(transactionRecord) }).meta({
  id: 'TransactionRecordList',
  clause: 'resolution#records',
  description: 'The records of a transaction and of its follow-ups, the oldest first.',
})

const of = {
  merchant_id: z.string(),
  terminal_id: z.string(),
  reference: z.string(),
}

/** A record was stored. */
export const recordEvent = z
  .object({
    event: z.enum(RECORD_EVENTS),
    data: z.object({ ...told, ...of, order_id: z.string() }),
  })
  .meta({
    id: 'RecordEvent',
    clause: 'resolution#records',
    description: 'Something happened to a transaction after its final state.',
  })

/** A step of a dispute was stored. */
export const disputeEvent = z
  .object({
    event: z.enum(DISPUTE_EVENTS),
    data: z.object({
      id: z.string(),
      transaction_id: told.transaction_id,
      ...of,
      amount: told.amount,
      currency,
      scheme: z.string().nullable().meta({ description: 'The card brand.' }),
      reason_code: told.reason_code,
      reason: told.reason,
      status: z.enum(DISPUTE_STATUSES),
      respond_by: timestamp.nullable().meta({ description: 'The deadline for evidence.' }),
      opened_at: timestamp,
      closed_at: timestamp.nullable(),
    }),
  })
  .meta({ id: 'DisputeEvent', clause: 'resolution#records', description: 'A dispute took a step.' })
