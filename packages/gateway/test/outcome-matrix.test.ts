/**
 * Pays once for every combination of method, challenge and outcome that a merchant can get. {@link IMPOSSIBLE} has
 * the reason for each impossible cell. The table is written to `test-results/outcome-matrix.txt`, and `npm run verify
 * -- outcomes` prints it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Envelope, Transaction } from '@sluice/types'
import { FINGERPRINT_RESULTS, PAYMENT_METHODS, type PaymentMethod } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  idOf,
  OPEN_REDIRECT_TYPES,
  paymentRequest,
  payoutRequest,
  press,
  redirectRequest,
  upiRequest,
} from './elsewhere.ts'
import type { PaymentInput } from './merchant-at-gateway.ts'
import { decodeToken } from './shopper.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The first answers before the outcome is known; `hosted` ones redirect to a page of the 3DS server. */
const WAYS = ['result', 'action', 'redirect', 'form_submit', 'hosted', 'hosted full page'] as const
type Way = (typeof WAYS)[number]

/** The member of an answer for each of them. */
const MEMBER_OF: Readonly<Record<Way, keyof Envelope>> = {
  result: 'result',
  action: 'action',
  redirect: 'redirect',
  form_submit: 'form_submit',
  hosted: 'redirect',
  'hosted full page': 'redirect',
}

const OUTCOMES = ['APPROVED', 'DECLINED', 'PENDING', 'CANCELED', 'SESSION_EXPIRED', 'INVALID'] as const
type Outcome = (typeof OUTCOMES)[number]

/** The simulators' code for each outcome that a code decides. */
const CODES: Readonly<Record<Outcome, string>> = {
  APPROVED: '0000',
  DECLINED: '1000',
  PENDING: '1002',
  CANCELED: '1003',
  SESSION_EXPIRED: '1005',
  INVALID: '2010',
}

const AUTHENTICATED = ['card', 'saved_card', 'network-token', 'gwallet-pay'] as const
const TOKEN_WITH_CRYPTOGRAM = 'network-token, cryptogram'
const WALLET_WITH_CRYPTOGRAM = 'gwallet-pay, cryptogram'
const PROVEN: readonly string[] = [TOKEN_WITH_CRYPTOGRAM, WALLET_WITH_CRYPTOGRAM]
const PAYMENTS = Object.keys(PAYMENT_METHODS) as PaymentMethod[]
const OPERATIONS = ['CAPTURE', 'REFUND', 'VOID', 'INCREMENT', 'EXTEND'] as const
/** The schemes that open their page with a form. */
const BY_FORM: readonly string[] = ['provider-redirect-psc', 'provider-redirect-wlt']
const METHODS = [
  ...AUTHENTICATED,
  TOKEN_WITH_CRYPTOGRAM,
  WALLET_WITH_CRYPTOGRAM,
  'partner-blik',
  ...OPEN_REDIRECT_TYPES,
  ...PAYMENTS,
  'PAYOUT',
  ...OPERATIONS,
] as const
type Method = (typeof METHODS)[number]

const isOneOf = (list: readonly string[], value: string): boolean => list.includes(value)
const isElsewhere = (method: Method): boolean =>
  method === 'partner-blik' || isOneOf(OPEN_REDIRECT_TYPES, method) || isOneOf(PAYMENTS, method)

/** Impossible cells, with the reasons. */
const IMPOSSIBLE: readonly {
  readonly is: (method: Method, way: Way, outcome: Outcome) => boolean
  readonly because: string
}[] = [
  {
    is: (method, way) => PROVEN.includes(method) && way !== 'result',
    because: 'a cryptogram has authenticated the shopper already',
  },
  {
    is: (method, way) =>
      (isElsewhere(method) || isOneOf(OPERATIONS, method) || method === 'PAYOUT') &&
      way !== 'result' &&
      way !== 'redirect' &&
      !(isOneOf(BY_FORM, method) && way === 'form_submit'),
    because: 'only cards are authenticated by 3DS',
  },
  {
    is: (method, way) => isOneOf(BY_FORM, method) && way === 'redirect',
    because: 'the page of the scheme is opened by a form',
  },
  {
    is: (method, way) => (isOneOf(OPERATIONS, method) || method === 'PAYOUT') && way === 'redirect',
    because: 'the shopper has no part in it',
  },
  {
    is: (method, way, outcome) =>
      (isElsewhere(method) || method === 'PAYOUT' || isOneOf(OPERATIONS, method)) &&
      way === 'result' &&
      (outcome === 'CANCELED' || outcome === 'SESSION_EXPIRED'),
    because: 'no customer was asked who could have left',
  },
  {
    is: (method, way, outcome) => isElsewhere(method) && way !== 'result' && outcome === 'INVALID',
    because: 'requests are judged before a page is shown',
  },
  {
    is: (method, way) => method === 'BANK_TRANSFER' && way === 'redirect',
    because: 'a bank transfer is a result, PENDING, with the address of its instructions',
  },
]

const reasonAgainst = (method: Method, way: Way, outcome: Outcome): string | undefined =>
  IMPOSSIBLE.find(({ is }) => is(method, way, outcome))?.because

const cells = METHODS.flatMap((method) =>
  WAYS.flatMap((way) => OUTCOMES.map((outcome) => ({ method, way, outcome }))),
)
const possible = cells.filter(({ method, way, outcome }) => reasonAgainst(method, way, outcome) === undefined)

/** Longer than a bank's app takes to settle, and than a provider waits for a person. */
const SETTLED_MS = 6_000
const IDLE_MS = 16 * 60_000

describe('the outcome matrix', () => {
  let gateway: TestGateway
  let savedCard: string
  const met = new Set<string>()

  beforeAll(async () => {
    gateway = await startTestGateway()
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      body: { tokenization: { save_card_for_future_payments: true } },
    })
    savedCard = result?.payment_method.token ?? ''
  })
  afterAll(async () => {
    await gateway.close()
    const folder = join(import.meta.dirname, '../../../test-results')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'outcome-matrix.txt'), draw(met))
  })

  async function memberFor(method: Method): Promise<Record<string, unknown>> {
    switch (method) {
      case 'saved_card': {
        const { encrypted_cvv } = await gateway.seal()
        return {
          payment_method: { type: 'saved_card', data: { payment_method_id: savedCard, encrypted_cvv } },
        }
      }
      case 'network-token':
      case TOKEN_WITH_CRYPTOGRAM:
        return {
          payment_method: {
            type: 'network-token',
            data: await gateway.sealNetworkToken(
              method === TOKEN_WITH_CRYPTOGRAM ? { cryptogram: CRYPTOGRAM, eci: '05' } : {},
            ),
          },
        }
      case 'gwallet-pay':
        return { payment_method: await gateway.walletMethod() }
      case WALLET_WITH_CRYPTOGRAM:
        return { payment_method: await gateway.walletMethod({ auth_method: 'CRYPTOGRAM_3DS' }) }
      default:
        return {}
    }
  }

  /** The bank's message for each outcome, by kind of challenge. */
  async function payByCard(method: Method, way: Way, outcome: Outcome): Promise<Transaction> {
    const body = await memberFor(method)
    if (way === 'result') {
      const input = { metadata: { response_code: CODES[outcome] }, body } as const
      const envelope = await gateway.authorize(PROVEN.includes(method) ? input : { ...input, flow: 'NO_3DS' })
      expect(memberOf(envelope)).toBe(MEMBER_OF[way])
      return gateway.status(envelope.result?.id ?? '')
    }
    const flow = {
      action: 'CHALLENGE',
      redirect: 'CHALLENGE_REDIRECT',
      form_submit: 'CHALLENGE_FORM_SUBMIT',
      hosted: 'CHALLENGE_HOSTED',
      'hosted full page': 'CHALLENGE_HOSTED_FULL_PAGE',
    } as const
    const decidedByCode = outcome === 'PENDING' || outcome === 'INVALID'
    const input: PaymentInput = {
      flow: flow[way],
      body,
      atTheBank: outcome === 'DECLINED' ? ['1111'] : outcome === 'CANCELED' ? ['cancel'] : ['1234'],
      metadata: decidedByCode ? { response_code: CODES[outcome] } : {},
    }
    if (outcome === 'SESSION_EXPIRED') return leaveAtTheBank(input, way)
    const paid = await gateway.pay(input)
    const taken = way === 'action' ? 'challenge' : MEMBER_OF[way]
    expect(paid.steps).toContain(taken)
    expect(paid.steps.filter((step) => step !== 'fingerprint')).toEqual([taken])
    return paid.transaction
  }

  async function leaveAtTheBank(input: PaymentInput, way: Way): Promise<Transaction> {
    const first = await gateway.authorize(input)
    const { action } = first
    if (!action) throw new Error('no fingerprint was asked for')
    const { three_ds_server_trans_id } = decodeToken(action.token)
    const challenge = await gateway.requestAuthentication(
      three_ds_server_trans_id,
      FINGERPRINT_RESULTS.N,
      action.payment_data,
    )
    expect(memberOf(challenge)).toBe(MEMBER_OF[way])
    expect(challenge.redirect?.full_page).toBe(way === 'hosted full page' ? true : undefined)
    const id = action.transaction_id
    await gateway.advance(11 * 60_000)
    return gateway.status(id)
  }

  async function payElsewhere(method: Method, way: Way, outcome: Outcome): Promise<Transaction> {
    const flow = way === 'result' ? outcome : 'REDIRECT'
    const changes = {
      metadata: outcome === 'INVALID' ? {} : { simulated_flow: flow },
      ...(outcome === 'INVALID' ? { terminal_id: inactiveTerminal(gateway) } : {}),
    }
    const envelope = isOneOf(PAYMENTS, method)
      ? await gateway.post<Envelope>(
          '/api/transactions/payment',
          method === 'UPI' ? upiRequest(gateway, changes) : paymentRequest(gateway, { method, ...changes }),
        )
      : await gateway.post<Envelope>(
          '/api/transactions/authorize',
          redirectRequest(gateway, method, { ...changes, ...blikCodeFor(method, way, outcome) }),
        )
    expect(memberOf(envelope)).toBe(MEMBER_OF[way])
    const { redirect_url: page } = await gateway.status(idOf(envelope))
    if (way !== 'result') await decideAt(page ?? '', method, outcome)
    return gateway.status(idOf(envelope))
  }

  async function decideAt(url: string, method: Method, outcome: Outcome): Promise<void> {
    const query = { OPEN_BANKING: '?bank=kopernik', WALLETS: '?step=confirm' }[method as string] ?? ''
    if (outcome === 'SESSION_EXPIRED') return gateway.advance(IDLE_MS)
    // With a code the bank's app decides, while the page only waits.
    if (blikCodeFor(method, 'redirect', outcome)) return gateway.advance(SETTLED_MS)
    const button = { APPROVED: 'approve', DECLINED: 'decline', CANCELED: 'cancel', PENDING: 'stay' }[
      outcome as 'APPROVED'
    ]
    await press(url + query, button)
  }

  async function payOut(outcome: Outcome): Promise<Transaction> {
    const changes =
      outcome === 'INVALID'
        ? { terminal_id: inactiveTerminal(gateway) }
        : { metadata: { simulated_flow: outcome } }
    const { result } = await gateway.post<Envelope>(
      '/api/transactions/payout',
      payoutRequest(gateway, '123456789004', changes),
    )
    return gateway.status(result?.id ?? '')
  }

  async function operate(operation: (typeof OPERATIONS)[number], outcome: Outcome): Promise<Transaction> {
    const type = operation === 'REFUND' ? 'PURCHASE' : 'AUTHORIZE'
    // The wrong type: a purchase cannot be captured or changed, and an authorization has nothing to refund.
    const parentType = outcome === 'INVALID' ? (type === 'PURCHASE' ? 'AUTHORIZE' : 'PURCHASE') : type
    const parent = await gateway.authorize({
      flow: 'NO_3DS',
      body: { transaction_type: operation === 'VOID' ? 'AUTHORIZE' : parentType },
    })
    const { reference, id } = parent.result ?? {}
    const request = {
      terminal_id: gateway.ready.terminal_id,
      currency: 'EUR',
      amount: 10_000,
      reference,
      transaction_type: operation,
      parent_transaction_id: id,
    }
    // A released authorization cannot be released again.
    if (operation === 'VOID' && outcome === 'INVALID') await gateway.post('/api/transactions/manage', request)
    const metadata = outcome === 'INVALID' ? {} : { metadata: { response_code: CODES[outcome] } }
    return gateway.post<Transaction>('/api/transactions/manage', { ...request, ...metadata })
  }

  function payBy(method: Method, way: Way, outcome: Outcome): Promise<Transaction> {
    if (method === 'PAYOUT') return payOut(outcome)
    const operation = OPERATIONS.find((one) => one === method)
    if (operation !== undefined) return operate(operation, outcome)
    if (isElsewhere(method)) return payElsewhere(method, way, outcome)
    return payByCard(method, way, outcome)
  }

  // Clocks move for the whole merchant, so payments without a deadline come first.
  const ordered = [...possible].sort(
    (a, b) => Number(a.outcome === 'SESSION_EXPIRED') - Number(b.outcome === 'SESSION_EXPIRED'),
  )

  it.each(ordered)('$method, $way: $outcome', async ({ method, way, outcome }) => {
    const transaction = await payBy(method, way, outcome)
    expect(transaction.status).toBe(outcome)
    met.add(keyOf(method, way, outcome))
  })
})

const CRYPTOGRAM = Buffer.alloc(20, 7).toString('base64')

/** The codes that the simulated bank approves and declines. */
function blikCodeFor(method: Method, way: Way, outcome: Outcome): { readonly blikCode?: string } | undefined {
  if (method !== 'partner-blik' || way !== 'redirect') return undefined
  const codes: Readonly<Partial<Record<Outcome, string>>> = { APPROVED: '777123', DECLINED: '902111' }
  const blikCode = codes[outcome]
  return blikCode === undefined ? undefined : { blikCode }
}

const keyOf = (method: Method, way: Way, outcome: Outcome): string => `${method}|${way}|${outcome}`

function memberOf({ result, action, redirect, form_submit }: Envelope): keyof Envelope {
  const filled = Object.entries({ result, action, redirect, form_submit }).filter(
    ([, member]) => member !== null,
  )
  expect(filled).toHaveLength(1)
  return filled[0]?.[0] as keyof Envelope
}

function inactiveTerminal({ ready }: TestGateway): string {
  return ready.terminals.find(({ note }) => note === 'inactive')?.terminal_id ?? ''
}

/**
 * Writes one line per method and one letter per outcome, with a dot for an impossible cell and `!` for a missing one.
 */
function draw(met: ReadonlySet<string>): string {
  const letters = OUTCOMES.map((outcome) => outcome[0]).join('')
  const lines = METHODS.map((method) => {
    const groups = WAYS.map((way) =>
      OUTCOMES.map((outcome) => {
        if (reasonAgainst(method, way, outcome) !== undefined) return '·'
        return met.has(keyOf(method, way, outcome)) ? outcome[0] : '!'
      }).join(''),
    )
    return `${method.padEnd(26)}${groups.map((group) => group.padEnd(18)).join('')}`.trimEnd()
  })
  const reasons = [...new Set(IMPOSSIBLE.map(({ because }) => `  · ${because}`))]
  return [
    `Met: ${OUTCOMES.map((outcome) => `${outcome[0]} ${outcome}`).join(', ')}`,
    `${''.padEnd(26)}${WAYS.map((way) => way.padEnd(18)).join('')}`.trimEnd(),
    `${''.padEnd(26)}${WAYS.map(() => letters.padEnd(18)).join('')}`.trimEnd(),
    ...lines,
    ...reasons,
    '',
  ].join('\n')
}
