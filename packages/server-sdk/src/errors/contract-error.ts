import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** An answer does not say what the contract promises. `what` names the place, never the value. */
export class ContractError extends GatewayError {
  override readonly name = 'ContractError'
  readonly code = 'contract_violated'
  /** The broken promise in words, `result.id is required`. */
  readonly what: string

  constructor(details: GatewayErrorDetails & { readonly what: string }) {
    super(
      `The gateway's answer breaks the contract: ${details.what}. Check that baseUrl and authUrl are right and that this package is not older than the gateway.`,
      details,
    )
    this.what = details.what
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), what: this.what }
  }
}
