import { expect, it } from 'vitest'

import { createSystemRandom } from '@sluice/platform/system'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { collectFailures, type Failure } from './collect-failures.ts'
import type { FailedRequest } from './failed-request.ts'

const FAILURE: Failure = {
  merchantId: 'm1',
  endpoint: 'authorize',
  status: 422,
  requestId: 'r1',
  transactionId: null,
  caller: 'merchant',
  answer: { errors: [{ property: 'amount', message: 'is required', params: ['amount'] }] },
}

function prepare({ isDown = false } = {}) {
  const written: FailedRequest[][] = []
  const clock = createManualClock()
  const collector = collectFailures({
    failures: {
      async add(failures) {
        if (isDown) throw new Error('database down')
        written.push([...failures])
      },
    },
    random: createSystemRandom(clock),
    clock,
  })
  return { collector, written, clock }
}

it('writes recorded failures in one batch, once', async () => {
  const { collector, written, clock } = prepare()
  collector.record(FAILURE)
  collector.record({ ...FAILURE, status: 404, answer: null, transactionId: 't1' })
  expect(written).toEqual([])
  expect(await collector.write()).toBe(2)
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject([
    { status: 422, property: 'amount', message: 'is required', createdAtMs: clock.now() },
    { status: 404, property: null, message: null, transactionId: 't1' },
  ])
  expect(JSON.stringify(written)).not.toContain('answer')
  expect(await collector.write()).toBe(0)
  expect(written).toHaveLength(1)
})

it('reserves room for others when one merchant floods, and limits the memory when all do', async () => {
  const { collector, written } = prepare()
  for (let count = 0; count < 1_000; count += 1) collector.record(FAILURE)
  collector.record({ ...FAILURE, merchantId: 'm2' })
  expect(await collector.write()).toBe(501)
  expect(written[0]?.filter(({ merchantId }) => merchantId === 'm2')).toHaveLength(1)
  for (let count = 0; count < 3_000; count += 1) collector.record({ ...FAILURE, merchantId: `m${count}` })
  expect(await collector.write()).toBe(2_000)
  collector.record(FAILURE)
  expect(await collector.write()).toBe(1)
})

it('drops what the database rejects, without blocking', async () => {
  const { collector } = prepare({ isDown: true })
  collector.record(FAILURE)
  await expect(collector.write()).rejects.toThrow('database down')
  expect(await collector.write()).toBe(0)
})
