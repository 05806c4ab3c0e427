import { makeUuid } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'

import type {
  AuthenticationOutcome,
  ChallengeResult,
  ThreeDsServer,
} from '../../packages/gateway/src/three-ds/three-ds-server.ts'
import type { NamedRandom } from './named-random.ts'
import type { Network } from './network.ts'
import { type Authentication, AUTHENTICATIONS } from './plan.ts'

/** A challenge that a cardholder faces. */
export interface OpenChallenge {
  readonly notificationUrl: string
  result: ChallengeResult | null
}

/** The bank of the cardholder. It challenges as often as the intent says, and records the answers. */
export class AccessControlServer {
  /** The challenges by `threeDSServerTransID`. */
  readonly challenges = new Map<string, OpenChallenge>()
  readonly #randomness: NamedRandom

  constructor(randomness: NamedRandom) {
    this.#randomness = randomness
  }

  /** The 3-D Secure server, which a gateway reaches over the network. */
  reach(network: Network, sender: string): ThreeDsServer {
    return {
      enrol: ({ metadata }) =>
        network.carry(sender, `3DS: enrol ${String(metadata?.['intent'])}`, () =>
          Promise.resolve(
            authenticationOf(metadata) === 'none'
              ? { kind: 'not_required' as const }
              : {
                  kind: 'enrolled' as const,
                  threeDsServerTransId: this.#uuid(),
                  messageVersion: '2.2.0',
                  methodUrl: null,
                },
          ),
        ),
      authenticate: ({ metadata, threeDsServerTransId, notificationUrl }) =>
        network.carry(sender, `3DS: authenticate ${String(metadata?.['intent'])}`, async () => {
          switch (authenticationOf(metadata)) {
            case 'unavailable':
              return { kind: 'unavailable' }
            case 'refused':
              return { kind: 'authenticated', ...this.#outcome('N') }
            case 'challenge':
            case 'abandoned':
              this.challenges.set(threeDsServerTransId, { notificationUrl, result: null })
              return {
                kind: 'challenge',
                acsTransId: this.#uuid(),
                acsUrl: 'https://bank.example/challenge',
                dsTransId: this.#uuid(),
                delivery: 'action',
              }
            default:
              return { kind: 'authenticated', ...this.#outcome('Y') }
          }
        }),
      readChallengeResult: ({ threeDsServerTransId }) =>
        network.carry(sender, `3DS: read result`, () =>
          Promise.resolve(this.challenges.get(threeDsServerTransId)?.result ?? null),
        ),
    }
  }

  /** The cardholder types the password that the bank expects. */
  pass(challenge: OpenChallenge): void {
    challenge.result = { kind: 'completed', round: 1, challengeCancel: null, ...this.#outcome('Y') }
  }

  #outcome(transStatus: 'Y' | 'N'): AuthenticationOutcome {
    return {
      transStatus,
      transStatusReason: null,
      eci: transStatus === 'Y' ? '05' : null,
      authenticationValue: transStatus === 'Y' ? new Secret('AAECAwQFBgcICQoLDA0ODxAREhM=') : null,
      dsTransId: this.#uuid(),
    }
  }

  #uuid(): string {
    const random = this.#randomness.of('uuid of the bank')
    return makeUuid(
      0,
      Uint8Array.from({ length: 16 }, () => random.whole(256)),
    )
  }
}

function authenticationOf(metadata: Readonly<Record<string, unknown>> | null): Authentication {
  return AUTHENTICATIONS.find((name) => name === metadata?.['authentication']) ?? 'none'
}
