import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'

import { makeOpening } from '../../../test/transaction-fixtures.ts'
import { USUAL_CALLS } from '../execution/declarations.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import { beginAuthentication } from '../execution/attempt.ts'
import type { ProviderAuthorization } from '../execution/provider.ts'
import { authorizeAtProvider } from './authorize-at-provider.ts'
import type { CardPorts, Progress } from './card-context.ts'
import { stepAfterAuthentication, stepAfterChallenge } from './three-ds-step.ts'

const ARES = {
  kind: 'challenge',
  acsTransId: 'acs-1',
  acsUrl: 'https://acs.example/',
  dsTransId: 'of-the-ares',
  delivery: 'action',
} as const
const RESULT = {
  kind: 'completed',
  round: 1,
  challengeCancel: null,
  transStatus: 'Y',
  transStatusReason: null,
  eci: null,
  authenticationValue: null,
  dsTransId: null,
} as const

it.each([
  ['of-the-rreq', 'of-the-rreq'],
  [null, 'of-the-ares'],
])(
  'after a challenge whose result has the ds_trans_id %s, the provider receives %s',
  async (inResult, expected) => {
    const opening = makeOpening()
    const authentication = { ...beginAuthentication('3ds-1'), messageVersion: '2.2.0', round: 1 }
    const progress: Progress = {
      ...opening,
      attempt: { ...opening.attempt, authentication },
      card: {
        pan: new Secret('5555555555554444'),
        cvv: null,
        brand: 'MASTERCARD',
        expirationMonth: 12,
        expirationYear: 2030,
      },
      keys: { dataKey: new Uint8Array(32), ephemeralKey: new Uint8Array(32) },
      sessionId: null,
      rules: { routing: { accounts: [], maxRetries: 0 }, onUnavailable: 'DECLINE', usesThreeDs: true },
      saveFor: null,
      storedCredential: null,
      options: null,
      proof: null,
      earlierChallenge: 'NONE',
      firstAuthentication: null,
    }
    const challenged = stepAfterAuthentication(progress, ARES, null).progress
    const threeDsStep = stepAfterChallenge(challenged, { ...RESULT, dsTransId: inResult })
    if (threeDsStep.kind !== 'authorize') throw new Error(`the course is ${threeDsStep.kind}`)

    const told: ProviderAuthorization[] = []
    const provider = {
      capabilities: { methods: new Set(['card']), calls: USUAL_CALLS },
      authorize: (authorization: ProviderAuthorization) => {
        told.push(authorization)
        return Promise.resolve({ kind: 'unanswered' })
      },
    } as unknown as BoundProvider
    const ports = {
      providers: new Map([[opening.attempt.providerId, provider]]),
      metadataFor: () => null,
    } as unknown as CardPorts
    const next = await authorizeAtProvider(ports, threeDsStep.progress, threeDsStep.proof)
    if (next.kind !== 'ask') throw new Error(`next is ${next.kind}`)
    await next.ask?.(null)
    expect(told).toMatchObject([
      { authentication: { transStatus: 'Y', eci: '02', messageVersion: '2.2.0', dsTransId: expected } },
    ])
  },
)
