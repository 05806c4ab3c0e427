import type { DisputeFunds, RecordKind } from '@sluice/types/vocabulary'
import * as z from 'zod'

import type { ConnectorEvent } from '../kit/index.ts'
import type { EventReader } from './event-frame.ts'
import { UNITS } from './exponents.ts'
import { currencyOf, UnreadableObject } from './outcomes.ts'

const dispute = z.object({
  id: z.string().min(1),
  object: z.literal('dispute'),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  charge: z.string(),
  payment_intent: z.string().nullish(),
  network_reason_code: z.string().nullish(),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
})

type Dispute = z.output<typeof dispute>

/** The results of closed disputes by status. A status that is not listed is unknown. */
const CLOSED: Readonly<Record<string, RecordKind>> = {
  won: 'DISPUTE_WON',
  lost: 'DISPUTE_LOST',
  warning_closed: 'DISPUTE_CLOSED',
  prevented: 'DISPUTE_CLOSED',
}

/** The statuses of an inquiry, in which no money moves. */
const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_')

/** The meaning of each event for a dispute, and for the money. */
const STEPS: Readonly<
  Record<string, (said: Dispute) => readonly [kind: RecordKind | undefined, funds: DisputeFunds]>
> = {
  'charge.dispute.created': (said) => [isInquiry(said) ? 'RETRIEVAL_REQUESTED' : 'DISPUTE_OPENED', 'NONE'],
  'charge.dispute.updated': () => ['DISPUTE_UPDATED', 'NONE'],
  'charge.dispute.closed': ({ status }) => [CLOSED[status], 'NONE'],
  'charge.dispute.funds_withdrawn': () => ['DISPUTE_UPDATED', 'WITHDRAWN'],
  'charge.dispute.funds_reinstated': () => ['DISPUTE_UPDATED', 'REINSTATED'],
}

/** Reads an event of a dispute. */
export const readDispute: EventReader = ({ id: eventId, type, data }, frame): ConnectorEvent => {
  const read = dispute.safeParse(data.object)
  if (!read.success)
    throw new UnreadableObject(`unreadable dispute: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  const said = read.data
  const [kind, funds = 'NONE'] = STEPS[type]?.(said) ?? []
  if (kind === undefined) throw new UnreadableObject(`unknown status ${said.status} of ${said.id}`)
  const { id, live, occurred_at, account } = frame
  const dueBy = said.evidence_details?.due_by
  return {
    kind: 'RECORD',
    id,
    live,
    occurred_at,
    // Each update is a fact of its own. Everything else happens to a dispute only once.
    fact: type === 'charge.dispute.updated' ? eventId : `${said.id}:${type.slice('charge.dispute.'.length)}`,
    account_id: account,
    refs: [],
    parent_refs: refsOf(said),
    record: {
      kind,
      amount: UNITS.parse(said.amount, currencyOf(said)),
      currency: currencyOf(said),
      reason_code: said.network_reason_code ?? said.reason,
      reason: said.reason,
      dispute_reference: said.id,
      funds,
      ...(dueBy && { respond_by: new Date(dueBy * 1_000).toISOString() }),
    },
  }
}

function refsOf({
  payment_intent: intent,
  charge,
}: {
  payment_intent?: string | null | undefined
  charge: string
}) {
  return [intent, charge].filter((ref): ref is string => typeof ref === 'string')
}
