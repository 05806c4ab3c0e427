import { randomUUID } from 'node:crypto'

import { Secret } from '@sluice/platform/kernel/secret'

import type {
  AuthenticationRequest,
  ChallengeResult,
  ChallengeRound,
  EnrolmentRequest,
  ThreeDsServer,
} from '../src/three-ds/index.ts'

/** How long the server keeps a result. */
const KNOWN_MS = 300_000

/**
 * A 3DS server that shares no code with the simulated one. It assigns ids, rejects all others, deletes the result of
 * a challenge after five minutes, and supports one challenge for each authentication.
 */
export class ForgetfulThreeDsServer implements ThreeDsServer {
  readonly #idsByKey = new Map<string, string>()
  readonly #results = new Map<string, { readonly atMs: number; readonly letter: 'Y' | 'N' }>()
  /** The ids that were used without having been assigned. */
  readonly foreignIds: string[] = []
  /** The ids whose results were queried, in order. */
  readonly questions: ChallengeRound[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Completes the challenge of an id as its bank does. */
  finish(id: string, letter: 'Y' | 'N'): void {
    this.#results.set(id, { atMs: this.#now(), letter })
  }

  async enrol({ key }: EnrolmentRequest) {
    const threeDsServerTransId = this.#idsByKey.get(key) ?? randomUUID()
    this.#idsByKey.set(key, threeDsServerTransId)
    return { kind: 'enrolled', threeDsServerTransId, messageVersion: '2.2.0', methodUrl: null } as const
  }

  async authenticate({ threeDsServerTransId }: AuthenticationRequest) {
    this.#require(threeDsServerTransId)
    return {
      kind: 'challenge',
      acsTransId: randomUUID(),
      acsUrl: 'https://bank.example/acs',
      dsTransId: null,
      delivery: 'action',
    } as const
  }

  async readChallengeResult(challenge: ChallengeRound): Promise<ChallengeResult | null> {
    const { threeDsServerTransId: id, round } = challenge
    this.#require(id)
    this.questions.push(challenge)
    const result = this.#results.get(id)
    if (round !== 1 || result === undefined || this.#now() - result.atMs > KNOWN_MS) return null
    return {
      kind: 'completed',
      round,
      challengeCancel: null,
      transStatus: result.letter,
      transStatusReason: null,
      eci: result.letter === 'Y' ? '05' : null,
      authenticationValue: new Secret('AAECAwQFBgcICQoLDA0ODxAREhM='),
      dsTransId: randomUUID(),
    }
  }

  #require(id: string): void {
    if ([...this.#idsByKey.values()].includes(id)) return
    this.foreignIds.push(id)
    throw new Error(`the id ${id} was not assigned here`)
  }
}
