import type { EmvMessage } from './emv/members.ts'
import type { CardCase } from './test-cards.ts'

/** How long an id of `/preauth` may be used. */
const ID_VALID_MS = 80_000
/** How long the result of a challenge is known. */
const RESULT_KNOWN_MS = 300_000
/** How soon the browser must bring the challenge to the bank. */
export const CHALLENGE_STARTS_MS = 30_000

/** What the twin is given in place of a clock and of chance. */
export interface TwinPorts {
  readonly now: () => number
  readonly uuid: () => string
  /** Where its pages are, without a trailing slash. */
  readonly pagesUrl: () => string
}

/** One authentication, from its id on. */
export interface Authentication {
  readonly id: string
  readonly cardNumber: string
  readonly card: CardCase
  readonly enrolledAtMs: number
  /** Whether the browser came back from the 3DS Method. */
  isFingerprinted: boolean
  areq: EmvMessage | null
  ares: EmvMessage | null
  answeredAtMs: number
  /** Of the bank. */
  readonly acsTransId: string
  readonly dsTransId: string
  isChallengeOpen: boolean
  /** What the bank told the server, an RReq or an Erro, and when. */
  result: { readonly message: EmvMessage; readonly atMs: number } | null
}

/** Everything that the twin knows. It lives as long as the twin. */
export class World {
  readonly authentications = new Map<string, Authentication>()
  readonly ports: TwinPorts
  /** What the bank answers in place of what the card says; null for that. */
  answerInstead: CardCase['answer'] | null = null

  constructor(ports: TwinPorts) {
    this.ports = ports
  }

  enrol(cardNumber: string, card: CardCase): Authentication {
    const { now, uuid } = this.ports
    const authentication: Authentication = {
      id: uuid(),
      cardNumber,
      card,
      enrolledAtMs: now(),
      isFingerprinted: false,
      areq: null,
      ares: null,
      answeredAtMs: 0,
      acsTransId: uuid(),
      dsTransId: uuid(),
      isChallengeOpen: false,
      result: null,
    }
    this.authentications.set(authentication.id, authentication)
    return authentication
  }

  find(id: unknown): Authentication | null {
    return this.authentications.get(String(id)) ?? null
  }

  /** Whether an id may still be used for `/auth`. */
  isFresh({ enrolledAtMs }: Authentication): boolean {
    return this.ports.now() - enrolledAtMs <= ID_VALID_MS
  }

  /** The result while it is known; also the bank’s, when no browser brought the challenge in time. */
  resultOf(authentication: Authentication): EmvMessage | null | 'FORGOTTEN' {
    const { result } = authentication
    if (result === null) return null
    return this.ports.now() - result.atMs > RESULT_KNOWN_MS ? 'FORGOTTEN' : result.message
  }
}
