import { randomUUID } from 'node:crypto'
import type { Envelope } from '@sluice/types'
import { beforeEach, describe, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import type { AuthenticationResponse, EnrolmentRequest, ThreeDsServer } from '../../three-ds/index.ts'
import type { ProviderAuthorization, ProviderOutcome } from '../execution/provider.ts'

const NO_ADVICE = { codeNamespace: null, avsResult: null, cvvResult: null, networkAdvice: null }
const SOFT: ProviderOutcome = {
  ...PROVIDER_OUTCOME,
  processingCode: '1000',
  providerResponseCode: '1A',
  report: { ...NO_ADVICE, isSoftDecline: true },
}
const AUTHENTICATED: AuthenticationResponse = {
  kind: 'authenticated',
  transStatus: 'Y',
  transStatusReason: null,
  eci: '05',
  authenticationValue: null,
  dsTransId: null,
}

describeAtBothGateways('a soft decline of a simulated issuer', (current) => {
  it('sends the shopper through a challenge, and then charges the same account', async () => {
    const { gateway } = current()
    const { transaction } = await gateway.pay({
      flow: 'FRICTIONLESS_SUCCESS',
      metadata: { simulated_soft_decline: true },
      atTheBank: ['1234'],
    })
    expect(transaction).toMatchObject({ status: 'APPROVED' })
    const attempts = await gateway.books.of('attempts', transaction.id)
    expect(attempts).toMatchObject([
      { processing_code: '1000', provider_response_code: '1A', provider_id: 'sim-a' },
      { processing_code: '0000', provider_id: 'sim-a' },
    ])
  })

  it('is final when the shopper fails the challenge', async () => {
    const { transaction } = await current().gateway.pay({
      flow: 'NO_3DS',
      metadata: { simulated_soft_decline: true },
      atTheBank: ['1111'],
    })
    expect(transaction).toMatchObject({ status: 'DECLINED', processing_code: '3001' })
  })
})

describe('a soft decline', () => {
  const preferences: string[] = []
  const keys: string[] = []
  let answers: ProviderOutcome[] = []
  let authentication: AuthenticationResponse = AUTHENTICATED
  let isRequired = true
  const threeDsServer: ThreeDsServer = {
    enrol(request: EnrolmentRequest) {
      preferences.push(request.challengePreference)
      return Promise.resolve(
        isRequired
          ? {
              kind: 'enrolled',
              threeDsServerTransId: randomUUID(),
              messageVersion: '2.2.0',
              methodUrl: null,
            }
          : { kind: 'not_required' },
      )
    },
    authenticate: () => Promise.resolve(authentication),
    readChallengeResult: () => Promise.resolve(null),
  }
  const authorize = ({ idempotencyKey, accountId }: ProviderAuthorization) => {
    keys.push(`${accountId} ${idempotencyKey}`)
    return Promise.resolve(answers.shift() ?? SOFT)
  }
  const providers = new Map(['sim-a', 'sim-b'].map((id) => [id, makeProvider(id, { authorize })]))

  beforeEach(() => {
    preferences.length = 0
    keys.length = 0
    answers = []
    authentication = AUTHENTICATED
    isRequired = true
  })

  describeAtBothGateways(
    'at providers with scripted answers',
    (current) => {
      const pay = async () => {
        const { result }: Envelope = await current().gateway.authorize({})
        return { status: result?.status, code: result?.processing_code }
      }
      const accounts = () => keys.map((key) => key.split(' ')[0])

      it('demands a challenge once, under a new key, and a second one is final', async () => {
        expect(await pay()).toEqual({ status: 'DECLINED', code: '1000' })
        expect(preferences).toEqual(['NO_PREFERENCE', 'MANDATE'])
        expect(new Set(keys).size).toBe(2)
        expect(new Set(accounts()).size).toBe(1)
      })

      it('uses up no retry: a later decline is tried elsewhere', async () => {
        const declined = { ...PROVIDER_OUTCOME, processingCode: '1000', retryable: true } as const
        answers = [SOFT, declined, PROVIDER_OUTCOME]
        expect(await pay()).toEqual({ status: 'APPROVED', code: '0000' })
        const [first, second, third] = accounts()
        expect(second).toBe(first)
        expect(third).not.toBe(first)
        expect(preferences).toEqual(['NO_PREFERENCE', 'MANDATE', 'MANDATE'])
      })

      it.each([
        ['needs no authentication', () => (isRequired = false)],
        ['is authenticated nowhere', () => (authentication = { kind: 'unavailable' })],
      ])('is not followed by a charge if the card %s', async (_, change) => {
        answers = [SOFT, PROVIDER_OUTCOME]
        change()
        expect(await pay()).toMatchObject({ status: 'DECLINED' })
        expect(keys.length).toBeLessThan(2)
      })

      it('changes nothing of an approval', async () => {
        answers = [{ ...SOFT, processingCode: '0000' }]
        expect(await pay()).toEqual({ status: 'APPROVED', code: '0000' })
        expect(keys).toHaveLength(1)
      })
    },
    { adapters: { providers, threeDsServer } },
  )
})
