import type { ProcessingCode, TerminalFeature } from '@sluice/types/vocabulary'

import type { Merchant, Terminal } from '../../merchants/index.ts'

/** What is known before anything is stored. */
export interface CheckSubject {
  readonly merchant: Merchant | null
  readonly terminal: Terminal | null
  readonly transactionType: 'AUTHORIZE' | 'PURCHASE'
  readonly paymentMethodType: string
}

/** Why an order is INVALID: the code, and the member of the request that has to change. */
export interface OrderRefusal {
  readonly processingCode: ProcessingCode
  readonly property: string
  /** What the code means, unless something more exact can be said. */
  readonly message?: string
}

interface Check {
  readonly refusal: OrderRefusal
  readonly refuses: (subject: CheckSubject) => boolean
}

export const UNKNOWN_TERMINAL: OrderRefusal = { processingCode: '2013', property: 'terminal_id' }
export const METHOD_NOT_OFFERED: OrderRefusal = { processingCode: '2004', property: 'payment_method.type' }
/** The terminal's first provider is not there to be asked. */
export const NO_PROVIDER: OrderRefusal = { processingCode: '2024', property: 'terminal_id' }

const FEATURE: Readonly<Record<CheckSubject['transactionType'], TerminalFeature>> = {
  AUTHORIZE: 'TRX_TYPE_AUTHORIZE',
  PURCHASE: 'TRX_TYPE_PURCHASE',
}

/** Methods whose execution is built; every other documented one is not offered by any terminal yet. */
const OFFERED_METHODS: ReadonlySet<string> = new Set(['card'])

/** What is checked, in this order; the first refusal decides. */
const CHECKS: readonly Check[] = [
  {
    refusal: { processingCode: '2017', property: 'terminal_id' },
    refuses: ({ merchant }) => merchant?.status !== 'ACTIVE',
  },
  { refusal: UNKNOWN_TERMINAL, refuses: ({ terminal }) => terminal === null },
  {
    refusal: { processingCode: '2014', property: 'terminal_id' },
    refuses: ({ terminal }) => terminal?.status === 'INACTIVE',
  },
  {
    refusal: { processingCode: '2015', property: 'terminal_id' },
    refuses: ({ terminal }) => terminal?.status === 'NOT_ACCEPTING',
  },
  {
    refusal: { processingCode: '2011', property: 'transaction_type' },
    refuses: ({ terminal, transactionType }) => terminal?.features.has(FEATURE[transactionType]) === false,
  },
  {
    refusal: METHOD_NOT_OFFERED,
    refuses: ({ paymentMethodType }) => !OFFERED_METHODS.has(paymentMethodType),
  },
]

/** The first check that refuses; null when all pass. */
export function findRefusal(subject: CheckSubject): OrderRefusal | null {
  return CHECKS.find((check) => check.refuses(subject))?.refusal ?? null
}
