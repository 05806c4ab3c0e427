import { APP_LINK_SCHEMES, schemeOf } from '@sluice/types/vocabulary'

import {
  type Bench,
  type Check,
  expectAnswer,
  expectFound,
  expectNames,
  expectNotApproved,
  expectOutcome,
  expectOutcomeMembers,
  expectRefused,
  expectSame,
  expectThat,
  namesIn,
} from './check.ts'
import { earlierCall } from './earlier-call.ts'
import { orderOf } from './messages.ts'

type Answer = Readonly<Record<string, unknown>>

async function placeOrder(bench: Bench, key: string, type: string, changes = {}): Promise<Answer> {
  const answer = expectAnswer(await bench.ask.post('/orders', orderOf(bench, key, type, changes)))
  const { result } = answer
  if (result === 'OUTCOME') {
    expectOutcomeMembers(answer['outcome'], key)
    return answer
  }
  expectThat(answer['idempotency_key'] === key, `idempotency_key ${key}`, answer)
  expectNames(answer, 8_192)
  expectWayToPay(answer)
  return answer
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isWebUrl = (value: unknown): boolean => /^https?:\/\//.test(String(value))

/** Checks that the answer has what its `result` shows to the customer. */
function expectWayToPay(answer: Answer): void {
  switch (answer['result']) {
    case 'REDIRECT':
      return expectThat(isWebUrl(answer['redirect_url']), 'an address in redirect_url', answer)
    case 'FORM': {
      const form = answer['form'] as Answer | undefined
      const fields = Object.values((form?.['fields'] ?? { nothing: null }) as Answer)
      const isForm = isWebUrl(form?.['url']) && fields.every((field) => typeof field === 'string')
      return expectThat(isForm, 'an address and fields of text in form', answer)
    }
    case 'BANK_TRANSFER':
      return expectAccount(answer)
    case 'DISPLAY': {
      const links = (answer['app_links'] ?? []) as readonly Answer[]
      const hasCode = isText(answer['qr_text'])
      expectThat(hasCode || links.length > 0, 'qr_text or app_links', answer)
      const opens = ({ app, url }: Answer) => isText(app) && APP_SCHEMES.has(schemeOf(String(url)))
      expectThat(links.every(opens), 'app_links with names and links of the listed schemes', answer)
      return answer['account'] ? expectAccount(answer) : undefined
    }
    default:
      expectThat(false, 'OUTCOME, REDIRECT, FORM, BANK_TRANSFER or DISPLAY', answer)
  }
}

/** Simulators and providers in tests have pages without TLS. */
const APP_SCHEMES: ReadonlySet<string | null> = new Set([...APP_LINK_SCHEMES, 'http'])

/** The required members of each kind of account. */
const ACCOUNT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  IBAN: ['iban'],
  SORT_CODE: ['sort_code', 'account_number'],
  ABA: ['routing_number', 'account_number'],
  IFSC: ['ifsc', 'account_number'],
  CLABE: ['clabe'],
  ZENGIN: ['bank_code', 'branch_code', 'account_type', 'account_number'],
  LOCAL: [],
}

function expectAccount(answer: Answer): void {
  const account = (answer['account'] ?? {}) as Answer
  const members = ACCOUNT_MEMBERS[String(account['kind'])]
  expectThat(
    members !== undefined,
    `an account of the kinds ${Object.keys(ACCOUNT_MEMBERS).join(', ')}`,
    answer,
  )
  const isWhole = ['account_name', ...(members ?? [])].every((name) => isText(account[name]))
  expectThat(isWhole, `account_name, ${members?.join(', ')}`, answer)
  const { reference, lines } = account
  expectThat(reference === null || isText(reference), 'a reference, or null', answer)
  if (account['kind'] !== 'LOCAL') return
  const isListed =
    Array.isArray(lines) && lines.every(({ label, value }: Answer) => isText(label) && isText(value))
  expectThat(isListed && lines.length > 0, 'lines, each with label and value', answer)
}

/** Each check, for each type of order that the provider serves. */
function forEachType(check: {
  readonly name: string
  readonly clause: string
  readonly run: (bench: Bench, type: string) => Promise<void>
}): Check {
  return {
    name: `orders: ${check.name}`,
    clause: check.clause,
    applies: ({ orderTypes }) => orderTypes.length > 0,
    async run(bench) {
      for (const type of bench.orderTypes) await check.run(bench, type)
    },
  }
}

export const ORDER_CHECKS: readonly Check[] = [
  forEachType({
    name: 'takes one, and knows it by its key',
    clause: 'provider-protocol/orders.md#post-orders',
    async run(bench, type) {
      const key = bench.newKey()
      const answer = await placeOrder(bench, key, type)
      await expectFound(bench, key)
      const named = answer['result'] === 'OUTCOME' ? (answer['outcome'] as Answer) : answer
      await expectFound(bench, key, namesIn(named))
    },
  }),
  forEachType({
    name: 'gives a key its first answer, with another amount too, and to all who come together',
    clause: 'provider-protocol/keys.md#idempotency',
    async run(bench, type) {
      const key = bench.newKey()
      const first = await placeOrder(bench, key, type)
      const again = await Promise.all([
        placeOrder(bench, key, type, { amount: 1 }),
        placeOrder(bench, key, type),
      ])
      for (const { result } of again) expectSame(first['result'], result, 'the same kind of answer')
      for (const member of ['redirect_url', 'form', 'account', 'qr_text', 'app_links'])
        for (const answer of again) expectSame(first[member], answer[member], `the same ${member}`)
    },
  }),
  forEachType({
    name: 'cancelled, it has an end, and keeps it',
    clause: 'provider-protocol/orders.md#post-cancellations',
    async run(bench, type) {
      const key = bench.newKey()
      await placeOrder(bench, key, type)
      const cancellation = { idempotency_key: bench.newKey(), ...earlierCall(key) }
      const outcome = expectOutcome(await bench.ask.post('/cancellations', cancellation), key)
      if (outcome['processing_code'] === '1002') return
      const again = expectOutcome(await bench.ask.post('/cancellations', cancellation), key)
      expectSame(outcome['processing_code'], again['processing_code'], 'the same outcome')
      const known = await expectFound(bench, key)
      expectSame(outcome['processing_code'], known['processing_code'], 'the outcome of the cancellation')
    },
  }),
  {
    name: 'orders: refuses a type that it does not serve',
    clause: 'provider-protocol/authorizations.md#what-a-provider-must-refuse',
    applies: ({ orderTypes }) => orderTypes.length > 0,
    async run(bench) {
      const key = bench.newKey()
      const told = await bench.ask.post('/orders', orderOf(bench, key, 'payment_by_pigeon'))
      if (told.status !== 200) return expectRefused(told)
      expectNotApproved({ status: 200, body: (told.body?.['outcome'] ?? null) as Answer | null }, key)
    },
  },
]
