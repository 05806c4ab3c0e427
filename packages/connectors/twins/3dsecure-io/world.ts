import type { EmvMessage } from './emv/members.ts'
import type { CardCase } from './test-cards.ts'

/** How long an id of `/preauth` is valid. */
const ID_VALID_MS = 80_000
/** How long the result of a challenge is stored. */
const RESULT_KNOWN_MS = 300_000
/** How soon the browser must bring the challenge to the bank. */
export const CHALLENGE_STARTS_MS = 30_000

/** The twin's source of time and randomness. */
export interface TwinPorts {
  readonly now: () => number
  readonly uuid: () => string
  /** The address of its pages, without a trailing slash. */
  readonly pagesUrl: () => string
}

/** One authentication, from the creation of its id. */
export interface Authentication {
  readonly id: string
  readonly cardNumber: string
  readonly card: CardCase
  readonly enrolledAtMs: number
  /** Whether the browser returned from the 3DS Method. */
  isFingerprinted: boolean
  areq: EmvMessage | null
  ares: EmvMessage | null
  answeredAtMs: number
  /** The bank's id of the authentication. */
  readonly acsTransId: string
  readonly dsTransId: string
  isChallengeOpen: boolean
  /** The message that the bank sent to the server (an RReq or an Erro), and when. */
  result: { readonly message: EmvMessage; readonly atMs: number } | null
}

/** The state of the twin, which it holds in memory. */
export class World {
  readonly authentications = new Map<string, Authentication>()
  readonly ports: TwinPorts
  /** The bank's answer, if it differs from that of the card; else null. */
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

  /** Returns whether an id is still valid for `/auth`. */
  isFresh({ enrolledAtMs }: Authentication): boolean {
    return this.ports.now() - enrolledAtMs <= ID_VALID_MS
  }

  /** Returns the result while it is stored; also the bank’s, if no browser brought the challenge in time. */
  resultOf(authentication: Authentication): EmvMessage | null | 'FORGOTTEN' {
    const { result } = authentication
    if (result === null) return null
    return this.ports.now() - result.atMs > RESULT_KNOWN_MS ? 'FORGOTTEN' : result.message
  }
}
