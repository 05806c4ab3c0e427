import { GatewayError } from './gateway-error.ts'
import { WALLET_TOKEN_FAILURES, type WalletTokenErrorCode } from './wallet-token-failures.ts'

/**
 * A wallet's token was not accepted: nothing in it can be trusted, and nothing was paid. `code` is for programs,
 * `fix` for developers; show neither to the customer. The error contains no part of the token.
 */
export class WalletTokenError extends GatewayError {
  override readonly name = 'WalletTokenError'
  readonly code: WalletTokenErrorCode
  /** The fix. */
  readonly fix: string

  constructor(code: WalletTokenErrorCode, details: { readonly cause?: unknown } = {}) {
    const { message, fix } = WALLET_TOKEN_FAILURES[code]
    super(`${message} ${fix}`, details)
    this.code = code
    this.fix = fix
  }

  override get docPath(): string {
    return 'node_modules/@sluice/server-sdk/dist/docs/errors.md#wallet_token'
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), fix: this.fix }
  }
}
