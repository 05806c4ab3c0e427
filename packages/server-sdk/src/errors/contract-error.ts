import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

export interface ContractErrorDetails extends GatewayErrorDetails {
  readonly what: string
  /** The body as it arrived. */
  readonly answer?: string | undefined
}

/**
 * An answer does not say what the contract promises. `what` names the place, never the value. It says nothing about the
 * payment: it is neither approved nor declined until the status says so.
 */
export class ContractError extends GatewayError {
  override readonly name = 'ContractError'
  readonly code = 'contract_violated'
  /** The broken promise in words, `result.id is required`. */
  readonly what: string
  readonly #answer: string | undefined

  constructor(details: ContractErrorDetails) {
    super(
      `The gateway's response violates the contract: ${details.what}. Check that baseUrl and authUrl are right and that this package is not older than the gateway.`,
      details,
    )
    this.what = details.what
    this.#answer = details.answer
  }

  /**
   * The body as it arrived, to find out by hand what happened; undefined when none was kept. It may contain personal
   * data and tokens, so neither `toJSON()` nor `util.inspect` shows it: do not log it.
   */
  get answer(): string | undefined {
    return this.#answer
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), what: this.what }
  }
}
