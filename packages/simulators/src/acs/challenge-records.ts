import type {
  CardBrand,
  ChallengeCancelReason,
  SimulatedCresForm,
  SimulatedFlow,
  TransStatus,
  TransStatusReason,
} from '@sluice/types/vocabulary'

/**
 * The ACS's record of a challenged authentication. Of the card, it stores only the brand and the text that the shopper
 * sees.
 */
export interface ChallengeRecord {
  readonly threeDsServerTransId: string
  readonly merchantId: string
  readonly acsTransId: string
  readonly dsTransId: string
  readonly messageVersion: string
  readonly flow: SimulatedFlow
  /** The form in which the browser posts the CRes. */
  readonly cresForm: SimulatedCresForm
  readonly brand: CardBrand
  /** The last four digits, shown to the shopper as every bank does. */
  readonly cardLast4: string
  readonly merchantName: string | null
  readonly amountMinor: number
  readonly currency: string
  /** The address to which the browser posts the CRes. */
  readonly notificationUrl: string
  /** The address to which the 3DS server's page sends the browser; null if the gateway shows the challenge. */
  readonly returnUrl: string | null
  /** `browserLanguage` of the AReq. */
  readonly language: string
  readonly createdAtMs: number
}

/** The result of a round, as the RReq reports it. `error`: the bank sent an error message instead. */
export type RoundResult =
  | {
      readonly kind: 'completed'
      readonly transStatus: TransStatus
      readonly transStatusReason: TransStatusReason | null
      readonly challengeCancel: ChallengeCancelReason | null
      readonly authenticationValue: string | null
    }
  | { readonly kind: 'error' }

export interface ChallengeRound {
  /** 1 for the first challenge, 2 for the additional one. */
  readonly round: number
  readonly wrongPasswords: number
  /** Null until the shopper answers. It is set once, before the browser is notified. */
  readonly result: RoundResult | null
}

/** Stores challenges and their results durably, so that a restarted process continues where the last one stopped. */
export interface ChallengeRecords {
  /** Stores the record unless its transaction is known. Returns the stored record. */
  add(record: ChallengeRecord): Promise<ChallengeRecord>
  find(threeDsServerTransId: string): Promise<ChallengeRecord | null>
  /** Returns the rounds opened so far, the first one first. */
  listRounds(threeDsServerTransId: string): Promise<readonly ChallengeRound[]>
  /** Opens a round. Does nothing if the round is already open or over. */
  openRound(threeDsServerTransId: string, round: number, nowMs: number): Promise<void>
  /**
   * Counts a wrong password and returns the new number. Counts nothing if `wrongBefore` is not the current number,
   * because then the same form was sent twice.
   */
  countWrongPassword(threeDsServerTransId: string, round: number, wrongBefore: number): Promise<number>
  /** Ends a round unless it is over. Returns the stored result. */
  endRound(
    threeDsServerTransId: string,
    round: number,
    result: RoundResult,
    nowMs: number,
  ): Promise<RoundResult>
}
