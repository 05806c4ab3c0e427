import type { CallEnd, CallMessages, ProviderCallAnswer } from '../kit/index.ts'
import { callOf, type Course, type RecordResult, type ProofSetting, skipCourse } from './course.ts'
import { earlierOf, prepareCall, preparedNames } from './earlier-payment.ts'
import {
  isApproved,
  evaluateApproval,
  evaluateDecline,
  evaluateRepeat,
  evaluateMissingOutcome,
  outcomeIn,
} from './evaluate.ts'
import {
  AUTHENTICATED_BY_PROVIDER,
  AUTHENTICATED_ELSEWHERE,
  authorizationOf,
  type EarlierPayment,
  operationOf,
  type ProofTerms,
  undoOf,
} from './proof-messages.ts'
import { proveRefunds } from './refunds.ts'

type End = CallEnd<ProviderCallAnswer>
type More = Partial<CallMessages['authorize']> & { readonly number?: string }

/** A requested card payment. */
interface CardPayment {
  readonly message: CallMessages['authorize']
  readonly end: End
  readonly earlier: EarlierPayment
}

/** Lists the courses of cards in one currency. */
export function cardCourses(setting: ProofSetting, terms: ProofTerms): readonly Course[] {
  const named = namer(`card ${terms.currency}`, terms)
  const manages = new Set(setting.declared.manages)
  return [
    named('purchase', ['PURCHASE', 'REPEAT', 'LOOKUP', 'REFUND_PART', 'SECOND_REFUND'], async (record) => {
      const payment = await pay(setting, terms)
      if (!noteApproval(record, 'PURCHASE', payment, terms)) return
      await repeat(setting, payment, record)
      if (manages.has('REFUND')) await proveRefunds(setting, terms, payment.earlier, record)
    }),
    named('capture', ['AUTHORIZE', 'CAPTURE_PART'], async (record) => {
      const payment = await pay(setting, terms, { transaction_type: 'AUTHORIZE' })
      if (!noteApproval(record, 'AUTHORIZE', payment, terms)) return
      await proveOperation(setting, half(terms), 'CAPTURE', payment.earlier, record)
    }),
    named('void', ['AUTHORIZE', 'VOID'], async (record) => {
      const payment = await pay(setting, terms, { transaction_type: 'AUTHORIZE' })
      if (!noteApproval(record, 'AUTHORIZE', payment, terms)) return
      await proveOperation(setting, terms, 'VOID', payment.earlier, record)
    }),
  ]
}

/** Lists the courses of cards that prove nothing new in a second currency. */
export function singleCardCourses(setting: ProofSetting, terms: ProofTerms): readonly Course[] {
  const { declared, test } = setting
  const named = namer('card', terms)
  const challenge = named('challenge', ['CHALLENGE'], async (record) =>
    proveChallenge(setting, terms, record),
  )
  const external = named('external 3-D Secure', ['EXTERNAL_3DS'], async (record) => {
    const payment = await pay(setting, terms, { authentication: AUTHENTICATED_ELSEWHERE })
    noteApproval(record, 'EXTERNAL_3DS', payment, terms)
  })
  return [
    named('decline', ['DECLINE'], async (record) => {
      const payment = await pay(setting, terms, { number: test.cards.declined })
      record('DECLINE', evaluateDecline(payment.end, { ...terms, key: payment.message.idempotency_key }))
    }),
    declared.authentication.includes('PROVIDER') ? challenge : skipCourse(challenge, 'not declared'),
    declared.authentication.includes('EXTERNAL') ? external : skipCourse(external, 'not declared'),
    named('saved card', ['SAVE', 'CUSTOMER_CHARGE', 'MERCHANT_CHARGE'], async (record) =>
      proveSavedCard(setting, terms, record),
    ),
    fenceCourse(setting, terms, named),
    undoCourse(setting, terms, named),
  ]
}

type Named = (name: string, operations: Course['operations'], run: Course['run']) => Course

/** Creates the courses of one group: their ids begin with its name. */
function namer(group: string, { currency }: ProofTerms): Named {
  return (name, operations, run) => ({ id: `${group} ${name}`, method: 'card', currency, operations, run })
}

function fenceCourse(setting: ProofSetting, terms: ProofTerms, named: Named): Course {
  const course = named('fence', ['FENCE'], async (record) => {
    const key = setting.newKey()
    const following = { call: 'AUTHORIZATION', transaction_type: 'PURCHASE', type: null } as const
    const earlier = await prepareCall(setting, terms, key, following)
    const end = await setting.ask(callOf('fence', earlier))
    const isFenced = end.kind === 'answer' && 'result' in end.answer && end.answer.result === 'FENCED'
    if (!isFenced) return record('FENCE', evaluateMissingOutcome(end))
    const prepared = preparedNames(earlier)
    const late = await setting.ask(
      callOf('authorize', authorizationOf(terms, key, setting.test, { prepared })),
    )
    record(
      'FENCE',
      isApproved(late)
        ? { verdict: 'FAILED', reason: 'a late request was approved' }
        : { verdict: 'PROVEN', reason: 'a late request moved nothing' },
    )
  })
  return fences(setting) ? course : skipCourse(course, 'the provider does not support fences')
}

function undoCourse(setting: ProofSetting, terms: ProofTerms, named: Named): Course {
  const course = named('undo', ['UNDO'], async (record) => {
    const payment = await pay(setting, terms, { transaction_type: 'AUTHORIZE' })
    if (!isApproved(payment.end)) return
    const key = setting.newKey()
    const end = await setting.ask(callOf('undo', undoOf(terms, key, payment.earlier)))
    record('UNDO', evaluateApproval(end, { ...terms, key }))
  })
  const { undo = 'none' } = setting.declared.declarations.calls.authorization ?? {}
  return undo === 'none' ? skipCourse(course, 'the provider does not support undos') : course
}

const fences = ({ declared }: ProofSetting): boolean =>
  (declared.declarations.calls.authorization?.fence ?? 'none') !== 'none'

async function pay(setting: ProofSetting, terms: ProofTerms, more: More = {}): Promise<CardPayment> {
  const key = setting.newKey()
  const { transaction_type = 'PURCHASE' } = more
  const before = await prepareCall(setting, terms, key, {
    call: 'AUTHORIZATION',
    transaction_type,
    type: null,
  })
  const prepared = preparedNames(before)
  const message = authorizationOf(terms, key, setting.test, { ...more, prepared })
  const end = await setting.ask(callOf('authorize', message))
  return { message, end, earlier: earlierOf(before, end) }
}

function noteApproval(
  record: RecordResult,
  operation: Parameters<RecordResult>[0],
  { message, end }: CardPayment,
  terms: ProofTerms,
): boolean {
  const judgement = evaluateApproval(end, { ...terms, key: message.idempotency_key })
  record(operation, judgement)
  return judgement.verdict === 'PROVEN'
}

/** Repeats the request and queries its status: neither may create a second payment. */
async function repeat(setting: ProofSetting, { message, end, earlier }: CardPayment, record: RecordResult) {
  const first = outcomeIn(end)
  if (first === null) return
  record('REPEAT', evaluateRepeat(await setting.ask(callOf('authorize', message)), first))
  const { lookup = 'by-our-key' } = setting.declared.declarations.calls.authorization ?? {}
  record(
    'LOOKUP',
    lookup === 'events-only'
      ? { verdict: 'SKIPPED', reason: 'the provider does not support status queries' }
      : evaluateRepeat(await setting.ask(callOf('find', earlier)), first),
  )
}

async function proveOperation(
  setting: ProofSetting,
  terms: ProofTerms,
  operation: 'CAPTURE' | 'VOID',
  original: EarlierPayment,
  record: RecordResult,
): Promise<void> {
  const key = setting.newKey()
  const end = await setting.ask(callOf('operate', operationOf(terms, key, operation, original)))
  record(operation === 'CAPTURE' ? 'CAPTURE_PART' : 'VOID', evaluateApproval(end, { ...terms, key }))
}

async function proveChallenge(setting: ProofSetting, terms: ProofTerms, record: RecordResult): Promise<void> {
  const number = setting.test.cards.challenged
  const { end, earlier } = await pay(setting, terms, { ...AUTHENTICATED_BY_PROVIDER, number })
  const isAsked = end.kind === 'answer' && 'step' in end.answer
  if (!isAsked) return record('CHALLENGE', evaluateMissingOutcome(end))
  record('CHALLENGE', {
    verdict: 'PROVEN',
    reason: `requests a step of the cardholder: ${end.answer.step.kind}`,
  })
  await setting.ask(callOf('cancel', { ...earlier, idempotency_key: setting.newKey() }))
}

async function proveSavedCard(setting: ProofSetting, terms: ProofTerms, record: RecordResult): Promise<void> {
  const charge = async (
    operation: Parameters<RecordResult>[0],
    stored_credential: CallMessages['authorize']['stored_credential'],
  ) => {
    const payment = await pay(setting, terms, { stored_credential })
    const isApproved = noteApproval(record, operation, payment, terms)
    return isApproved ? (outcomeIn(payment.end)?.network_transaction_id ?? null) : undefined
  }
  const id = await charge('SAVE', { initiator: 'CUSTOMER', sequence: 'FIRST', network_transaction_id: null })
  if (id === undefined) return
  for (const initiator of ['CUSTOMER', 'MERCHANT'] as const)
    await charge(`${initiator}_CHARGE`, { initiator, sequence: 'SUBSEQUENT', network_transaction_id: id })
}

/** Half of an amount. It also fits the declared limits of the currency, because the whole is a multiple of four of their steps. */
function half(terms: ProofTerms): ProofTerms {
  return { ...terms, amount: terms.amount / 2 }
}
