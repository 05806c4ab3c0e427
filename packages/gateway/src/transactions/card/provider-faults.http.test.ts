import { SIMULATED_FAULTS, type SimulatedFault } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import { EVERY_CAPABILITY, FENCED, makeProvider } from '../../../test/make-provider.ts'
import type { UndoRequest, ProviderOutcome } from '../execution/provider.ts'

/** The outcome of each broken call after the status query by key. */
const ENDINGS: readonly (readonly [SimulatedFault, status: string, code: string])[] = [
  ['TIMEOUT_AFTER_EXECUTION', 'APPROVED', '0000'],
  ['RESET_AFTER_EXECUTION', 'APPROVED', '0000'],
  ['MALFORMED_ANSWER', 'APPROVED', '0000'],
  ['RESET_BEFORE_EXECUTION', 'DECLINED', '1001'],
  ['SERVER_ERROR', 'DECLINED', '1001'],
]

const HOUR_MS = 3_600_000

describe('a failing call to the provider', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  it.each(ENDINGS)(
    '%s: PENDING 1002 for the caller, then %s %s, charged once',
    async (fault, status, code) => {
      const { result } = await gateway.authorize({ flow: 'NO_3DS', metadata: { simulated_fault: fault } })
      expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true })

      const id = result?.id ?? ''
      await gateway.advance(2_000)
      expect(await gateway.status(id)).toMatchObject({ status, processing_code: code })
      expect(await gateway.books.chargesOf(id)).toHaveLength(status === 'APPROVED' ? 1 : 0)
      expect(await gateway.books.of('events', id)).toHaveLength(1)
    },
  )

  it('is not tried with another provider while its outcome is unknown, nor afterwards', async () => {
    const { transaction } = await gateway.hold(() =>
      gateway.pay({
        flow: 'FALLBACK_APPROVE_AFTER_1',
        metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' },
      }),
    )
    expect(transaction).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    await gateway.advance(2_000)
    expect(await gateway.status(transaction.id)).toMatchObject({
      status: 'DECLINED',
      processing_code: '1000',
    })
    expect(await gateway.books.chargesOf(transaction.id)).toHaveLength(1)
    expect(await gateway.books.of('attempts', transaction.id)).toHaveLength(1)
  })

  it('a call that the provider answers with PENDING ends when the provider has decided', async () => {
    const id = await gateway.hold(async () => {
      const { result } = await gateway.authorize({
        flow: 'NO_3DS',
        metadata: { response_code: '1002', simulated_fault: 'MALFORMED_ANSWER' },
      })
      await gateway.advance(2_000)
      expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'PENDING' })
      return result?.id ?? ''
    })
    await gateway.advance(5_000)
    expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
  })

  it('requires a known name, or the request is refused', async () => {
    const answer = await gateway.send('POST', '/api/transactions/authorize', {
      ...(await gateway.cardRequest({ metadata: { simulated_fault: 'EARTHQUAKE' } })),
    })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(`must be one of ${SIMULATED_FAULTS.join(', ')}`)
  })
})

const APPROVED: ProviderOutcome = {
  processingCode: '0000',
  providerResponseCode: '00',
  providerResponseMessage: 'Approved',
  approvalCode: 'ABC123',
  referenceNumber: '632410123456',
  systan: 123_456,
  retryable: false,
}

/** A provider whose calls all break, and that answers status queries as the test says. */
function brokenProvider(find: () => Promise<ProviderOutcome | null>, fences: boolean) {
  const fenced: string[] = []
  const undos: UndoRequest[] = []
  const questions: string[] = []
  const provider = makeProvider('sim-a', {
    authorize: () => Promise.reject(new Error('lost')),
    undo(request) {
      undos.push(request)
      return Promise.reject(new Error('lost too'))
    },
    findOutcome({ key }) {
      questions.push(key)
      return find()
    },
    capabilities: fences ? FENCED : EVERY_CAPABILITY,
    fence({ key }) {
      fenced.push(key)
      return Promise.resolve({ kind: 'fenced' })
    },
  })
  return { provider, undos, questions, fenced }
}

async function startBroken(find: () => Promise<ProviderOutcome | null>, fences = false) {
  const broken = brokenProvider(find, fences)
  const lines: string[] = []
  // Standing, so that a slow machine does not come near the next question.
  const clock = createManualClock(Date.now())
  const gateway = await startTestGateway({
    env: { SLUICE_LOG_LEVEL: 'warn' },
    adapters: {
      clock,
      providers: new Map([['sim-a', broken.provider]]),
      logDestination: { write: (line) => void lines.push(line) },
    },
  })
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  return { ...broken, gateway, lines, id: result?.id ?? '' }
}

describe('a provider with an unknown outcome', () => {
  it('is queried after 2 s, 5 s, 15 s, 1 min, 5 min, 30 min and 2 h, then hourly for a day, then left for manual resolution', async () => {
    let answer = (): Promise<ProviderOutcome | null> => Promise.reject(new Error('away'))
    const { gateway, id, questions, lines } = await startBroken(() => answer())
    const dueAt = async () => (await gateway.books.of('attempts', id))[0]?.['due_at']

    const asked: number[] = []
    let waitedMs = 0
    for (const stepMs of [2, 5, 15, 60, 300, 1_800, 7_200].map((time) => time * 1_000)) {
      await gateway.advance(stepMs - waitedMs - 1_000)
      asked.push(questions.length)
      await gateway.advance(1_000)
      waitedMs = stepMs
      asked.push(questions.length)
    }
    expect(asked).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])

    for (let hour = 3; hour <= 24; hour += 1) await gateway.advance(HOUR_MS)
    expect(questions).toHaveLength(7 + 22)
    expect(await gateway.status(id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await gateway.books.of('alerts', id)).toMatchObject([
      { kind: 'UNRESOLVED', provider_id: 'sim-a', attempt_id: questions[0] },
    ])
    expect(await dueAt()).toBeNull()
    expect(lines.filter((line) => line.includes('a provider returned no outcome'))).toHaveLength(1 + 29)
    expect(lines.filter((line) => line.includes('UNRESOLVED') && line.includes(id))).toHaveLength(1)

    answer = () => Promise.resolve(APPROVED)
    await gateway.advance(48 * HOUR_MS)
    expect(questions).toHaveLength(7 + 22)
    await gateway.close()
  })

  it('ends at the first query if the provider has never received the call and fences its key', async () => {
    const { gateway, id, undos, questions, fenced } = await startBroken(() => Promise.resolve(null), true)
    await gateway.advance(2_000)
    expect(await gateway.status(id)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
    expect(fenced).toEqual(questions)
    expect(undos).toEqual([])
    await gateway.close()
  })

  it('is left for manual resolution if the provider has never received the call and keeps no fences', async () => {
    const { gateway, id, undos, fenced } = await startBroken(() => Promise.resolve(null))
    for (let hour = 0; hour <= 24; hour += 1) await gateway.advance(HOUR_MS)
    expect(await gateway.status(id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    expect(await gateway.books.of('attempts', id)).toMatchObject([{ status: 'NEEDS_DECISION', due_at: null }])
    expect([undos, fenced]).toEqual([[], []])
    await gateway.close()
  })
})
