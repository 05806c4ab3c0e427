import { inspect } from 'node:util'
import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeEvent, makeOpening, NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { AlertKind } from './alert.ts'
import { queryLaterOrEscalate } from './query-later.ts'
import type { Change, Execution } from './execution-records.ts'
import { move, type Step } from './move.ts'
import type { ProviderNames } from './provider.ts'
import { applyResult, applyOutcome, WAITING, withNames } from './apply-result.ts'

const PAN = '4242424242424242'
const APPROVED = { ...PROVIDER_OUTCOME, processingCode: '0000' } as const

const { transaction, attempt, pendingAuthentication } = makeOpening()
const CALLED: Execution = { transaction, attempt: { ...attempt, status: 'STARTED' }, pendingAuthentication }
/** Its answer was lost, after one that named it. */
const ASKED: Execution = {
  transaction,
  attempt: { ...attempt, status: 'UNKNOWN', dueAtMs: NOW_MS, providerReference: 'pi_1' },
  pendingAuthentication: { ...pendingAuthentication, ...WAITING },
}

/** Returns everything that a step stores and that operators see. */
async function store(from: Execution, step: Step) {
  const changes: Change[] = []
  const told: AlertKind[] = []
  await move(
    {
      store: {
        commit: (change) => {
          changes.push(change)
          return Promise.resolve({ pendingAuthentication, transaction: null })
        },
      },
      describeEvent: ({ processing }) => ({ ...makeEvent(), payload: JSON.stringify(processing) }),
      onAlert: ({ kind }) => void told.push(kind),
    },
    from,
    step,
  )
  const [change] = changes
  if (change === undefined) throw new Error('Nothing was stored')
  return { change, told, text: inspect(change, { depth: null }) }
}

/** Every path by which an answer reaches the stored data. */
const ANSWERS: readonly (readonly [string, Execution, (names: ProviderNames) => Step])[] = [
  [
    'an approval',
    CALLED,
    (names) =>
      applyResult(
        CALLED,
        { kind: 'answered', value: { kind: 'outcome', outcome: { ...APPROVED, names } } },
        NOW_MS,
      ),
  ],
  [
    '"later"',
    CALLED,
    (names) => {
      const outcome = { ...PROVIDER_OUTCOME, processingCode: '1002', names } as const
      return applyResult(CALLED, { kind: 'answered', value: { kind: 'outcome', outcome } }, NOW_MS)
    },
  ],
  [
    'an outcome that was asked for',
    ASKED,
    (names) => applyOutcome(ASKED, { ...APPROVED, names }, { cause: 'janitor', nowMs: NOW_MS }),
  ],
  [
    '"later" to a question',
    ASKED,
    (names) => queryLaterOrEscalate({ ...ASKED, attempt: withNames(ASKED.attempt, { names }) }, NOW_MS, null),
  ],
]

it.each(ANSWERS)('stores no name of %s with the card number, and alerts', async (_, from, answer) => {
  const inState = { state: new Secret(`{"card":"${PAN}"}`), refs: ['pi_2'] }
  const inRefs = { state: null, refs: ['pi_2', Buffer.from(`x${PAN}`).toString('base64')] }
  const first = { state: null, refs: ['4242 4242 4242 4242'] }
  for (const names of [inState, inRefs, first]) {
    const { change, told, text } = await store(from, answer(names))
    const [stored] = change.attempts ?? []
    expect(stored?.names).toBeUndefined()
    expect(stored?.providerReference).toBe(from.attempt.providerReference)
    expect(text).not.toMatch(/pi_2|4242 4242|eDQyNDI/)
    expect(change.alert?.detail).toMatchObject({ member: names === inState ? 'state' : 'refs' })
    expect(told).toEqual(['CARD_NUMBER_RETURNED'])
  }
})

it.each([
  ['reference_number', { referenceNumber: PAN }],
  ['network_transaction_id', { networkTransactionId: `0${PAN}` }],
])('stores no %s with the card number, but everything else that was reported', async (member, told) => {
  const names = { state: null, refs: ['pi_2'] }
  const outcome = { ...APPROVED, ...told, names }
  const step = applyOutcome(ASKED, outcome, { cause: 'janitor', nowMs: NOW_MS })
  const { change, text, told: alerts } = await store(ASKED, step)
  expect(text).not.toContain(PAN)
  expect(alerts).toEqual(['CARD_NUMBER_RETURNED'])
  expect(change.alert?.detail).toMatchObject({ member })
  expect(change.attempts?.[0]).toMatchObject({ names, providerReference: 'pi_2', processingCode: '0000' })
})

it('stores other reference numbers that look like card numbers', async () => {
  const outcome = { ...APPROVED, referenceNumber: '5555555555554444' }
  const step = applyOutcome(ASKED, outcome, { cause: 'janitor', nowMs: NOW_MS })
  const { change } = await store(ASKED, step)
  expect(change.attempts?.[0]).toMatchObject({ referenceNumber: '5555555555554444' })
  expect(change.transaction?.after.processing).toMatchObject({ referenceNumber: '5555555555554444' })
})

it('counts what the provider decided all the same', async () => {
  const names = { state: null, refs: [PAN] }
  const step = applyOutcome(ASKED, { ...APPROVED, names }, { cause: 'janitor', nowMs: NOW_MS })
  const { change } = await store(ASKED, step)
  expect(change.transaction?.after).toMatchObject({
    status: 'APPROVED',
    processing: { providerReference: 'pi_1' },
  })
})

it.each(ANSWERS)('stores other names of %s, also those of sixteen digits', async (_, from, answer) => {
  const names = { state: new Secret('4000000000000002'), refs: ['5555555555554444', '4242421234564242'] }
  const { change, told } = await store(from, answer(names))
  expect(change.attempts?.[0]).toMatchObject({ names, providerReference: '5555555555554444' })
  expect(told).toEqual([])
})
