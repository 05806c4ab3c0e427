import type {
  CardBrand,
  ChallengeCancelReason,
  SimulatedCresForm,
  SimulatedFlow,
  TransStatus,
  TransStatusReason,
} from '@sluice/types/vocabulary'

/** What the ACS keeps of an authentication it challenges. Of the card: its brand and what the shopper is shown. */
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
  /** Where the browser posts the CRes. */
  readonly notificationUrl: string
  /** Where the 3DS server's page sends the browser; null if the gateway shows the challenge. */
  readonly returnUrl: string | null
  /** `browserLanguage` of the AReq. */
  readonly language: string
  readonly createdAtMs: number
}

/** How a round ended: what the RReq says. `error`: an error message went out instead. */
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
  /** Null while the shopper is asked. Set once, before the browser learns of it. */
  readonly result: RoundResult | null
}

/** Keeps challenges and their results, durably: a restarted process goes on where the last one was. */
export interface ChallengeRecords {
  /** Writes the record unless its transaction is known; gives the record that stands. */
  add(record: ChallengeRecord): Promise<ChallengeRecord>
  find(threeDsServerTransId: string): Promise<ChallengeRecord | null>
  /** The rounds opened so far, the first one first. */
  listRounds(threeDsServerTransId: string): Promise<readonly ChallengeRound[]>
  /** Opens a round; does nothing when it is open or over. */
  openRound(threeDsServerTransId: string, round: number, nowMs: number): Promise<void>
  /**
   * Counts a wrong password and gives the number that stands. Counts nothing when `wrongBefore` is not the number so far:
   * the same form was sent twice.
   */
  countWrongPassword(threeDsServerTransId: string, round: number, wrongBefore: number): Promise<number>
  /** Ends a round unless it is over; gives the result that stands. */
  endRound(
    threeDsServerTransId: string,
    round: number,
    result: RoundResult,
    nowMs: number,
  ): Promise<RoundResult>
}
