/** The order that the generated clients pay, and their report. Copied next to them, so it has no imports. */
export interface Order {
  readonly baseUrl: string
  /** Address of the realm, below which the token endpoint is. */
  readonly realmUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly terminalId: string
  readonly reference: string
  readonly sealedCard: {
    readonly encrypted_card_number: string
    readonly encrypted_cvv: string
    readonly encrypted_expiration_month: string
    readonly encrypted_expiration_year: string
  }
  /** The result that the page reports when the bank could not inspect the device. */
  readonly fingerprintResult: string
  readonly browserInfo: {
    readonly user_agent: string
    readonly accept_header: string
    readonly java_enabled: boolean
    readonly color_depth: number
    readonly screen_height: number
    readonly screen_width: number
    readonly time_zone_offset: number
    readonly language: string
  }
}

/** A payment that waits for its customer. */
export interface Begun {
  readonly transactionId: string
  readonly redirectUrl: string
  /** The reasons for refusing two wrong requests: one of each shape of a 422. */
  readonly refusals: readonly string[]
  /** Reads the status of the payment. */
  readStatus(): Promise<string>
}
