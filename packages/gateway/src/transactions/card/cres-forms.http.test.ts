import { randomUUID } from 'node:crypto'
import { SIMULATED_CRES_FORMS } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createManualClock } from '../../../../platform/test/manual-clock.ts'
import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'
import type { AuthenticationRequest, ThreeDsServer } from '../../three-ds/index.ts'

/** The bank has sent its result to the 3DS server; the form that its page posts to the gateway only announces it. */
describe('challenge-notification: the forms of a CRes', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  it.each(SIMULATED_CRES_FORMS)('%s ends the challenge as approved', async (form) => {
    const { transaction, envelope } = await gateway.pay({
      flow: 'CHALLENGE',
      atTheBank: ['1234'],
      body: { metadata: { simulated_flow: 'CHALLENGE', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(envelope.result?.status).toBe('APPROVED')
  })

  it.each(SIMULATED_CRES_FORMS)('%s ends a full-page challenge as approved', async (form) => {
    const { transaction, returnedTo } = await gateway.pay({
      flow: 'CHALLENGE_REDIRECT',
      atTheBank: ['1234'],
      body: { metadata: { simulated_flow: 'CHALLENGE_REDIRECT', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(returnedTo).not.toBeNull()
  })

  it.each(['NO_TRANS_STATUS', 'UNREADABLE'])('%s reports the letter of the 3DS server', async (form) => {
    const { transaction } = await gateway.pay({
      flow: 'CHALLENGE',
      atTheBank: ['1111'],
      body: { metadata: { simulated_flow: 'CHALLENGE', simulated_cres: form } },
    })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
  })
})

/** A 3DS server without results that records the return URL of the browser. */
class SilentBank implements ThreeDsServer {
  questions = 0
  notificationUrl = ''

  async enrol() {
    const threeDsServerTransId = randomUUID()
    return { kind: 'enrolled', threeDsServerTransId, messageVersion: '2.2.0', methodUrl: null } as const
  }

  async authenticate({ notificationUrl }: AuthenticationRequest) {
    this.notificationUrl = notificationUrl
    return {
      kind: 'challenge',
      acsTransId: 'acs-1',
      acsUrl: 'https://bank.example/acs',
      dsTransId: null,
      delivery: 'action',
    } as const
  }

  async readChallengeResult() {
    this.questions += 1
    return null
  }
}

it('challenge-notification: an unreadable CRes causes at most fifty queries for one address', async () => {
  const bank = new SilentBank()
  const gateway = await startTestGateway({
    env: { SLUICE_RATE_LIMITS: 'on' },
    adapters: { realTime: createManualClock(), threeDsServer: bank },
  })
  onTestFinished(() => gateway.close())
  await gateway.authorize()
  const post = async () => {
    const answer = await fetch(bank.notificationUrl, {
      method: 'POST',
      headers: { 'user-agent': 'test', 'sec-fetch-dest': 'iframe' },
      body: new URLSearchParams({ cres: 'x' }),
    })
    return answer.status
  }
  const before = bank.questions
  const statuses = await Promise.all(Array.from({ length: 60 }, post))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(bank.questions - before).toBe(50)
})
