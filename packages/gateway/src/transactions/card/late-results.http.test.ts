import { randomUUID } from 'node:crypto'
import type { ActionRequired } from '@sluice/types'
import { expect, describe, it, onTestFinished } from 'vitest'

import { startTestGateway } from '../../../test/test-gateway.ts'
import type { ChallengeResult, ChallengeRound, ThreeDsServer } from '../../three-ds/index.ts'

/** A bank that asks in every attempt. Each query of the outcome of a round waits until the test answers. */
class SlowBank implements ThreeDsServer {
  readonly questions: {
    readonly about: ChallengeRound
    readonly answer: (result: ChallengeResult | null) => void
  }[] = []

  async enrol() {
    const threeDsServerTransId = randomUUID()
    return { kind: 'enrolled', threeDsServerTransId, messageVersion: '2.2.0', methodUrl: null } as const
  }

  async authenticate() {
    return {
      kind: 'challenge',
      acsTransId: 'acs-1',
      acsUrl: 'https://bank.example/acs',
      dsTransId: null,
      delivery: 'action',
    } as const
  }

  readChallengeResult(about: ChallengeRound): Promise<ChallengeResult | null> {
    return new Promise((answer) => this.questions.push({ about, answer }))
  }
}

const completed = (transStatus: 'C' | 'Y', round: number): ChallengeResult => ({
  kind: 'completed',
  round,
  challengeCancel: null,
  transStatus,
  transStatusReason: null,
  eci: transStatus === 'Y' ? '05' : null,
  authenticationValue: null,
  dsTransId: null,
})

async function prepare(metadata: Record<string, string> = {}) {
  const bank = new SlowBank()
  const gateway = await startTestGateway({ adapters: { threeDsServer: bank } })
  onTestFinished(() => gateway.close())
  const { action } = await gateway.authorize({ body: { metadata } })
  if (action === null) throw new Error('no challenge')
  const complete = ({ payment_data, session_id }: ActionRequired) =>
    gateway.completeAuthentication(payment_data, session_id, 'Y')
  const asked = (count: number) => expect.poll(() => bank.questions.length).toBe(count)
  return { bank, gateway, action, complete, asked }
}

describe('finalising: a result that arrives after its challenge has ended', () => {
  it('does not end the next challenge', async () => {
    const { bank, gateway, action, complete, asked } = await prepare()
    const [first, late] = [complete(action), complete(action)]
    await asked(2)
    bank.questions[0]?.answer(completed('C', 1))
    const second = (await first).action
    expect(second?.type).toBe('THREE_DS_2_CHALLENGE')
    bank.questions[1]?.answer(completed('C', 1))
    expect((await late).action).toEqual(second)
    expect(await gateway.status(action.transaction_id)).toMatchObject({ status: 'PENDING' })

    const end = complete(second ?? action)
    await asked(3)
    expect(bank.questions[2]?.about.round).toBe(2)
    bank.questions[2]?.answer(completed('Y', 2))
    expect((await end).result).toMatchObject({ status: 'APPROVED' })
  })

  it('proves nothing to the provider of the next attempt', async () => {
    const { bank, gateway, action, complete, asked } = await prepare({
      simulated_flow: 'FALLBACK_CHALLENGE_AFTER_1',
    })
    const [first, late] = [complete(action), complete(action)]
    await asked(2)
    bank.questions[0]?.answer(completed('Y', 1))
    const next = (await first).action
    expect(next?.session_id).not.toBe(action.session_id)
    bank.questions[1]?.answer(completed('Y', 1))
    expect((await late).action).toEqual(next)
    expect(await gateway.status(action.transaction_id)).toMatchObject({ status: 'PENDING' })
  })
})
