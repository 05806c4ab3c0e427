import type { WebhookFailureCause } from '@sluice/types/vocabulary'
import { GatewayError } from './gateway-error.ts'

/**
 * A webhook message was rejected: do not trust any part of it.
 *
 * `cause` is a word for programs, `fix` a sentence for people. Neither shows the body, a signature or a secret.
 */
export class WebhookVerificationError extends GatewayError {
  override readonly name = 'WebhookVerificationError'
  readonly code = 'webhook_unverified'
  override readonly cause: WebhookFailureCause
  /** The fix. */
  readonly fix: string

  constructor(failure: {
    readonly cause: WebhookFailureCause
    readonly message: string
    readonly fix: string
  }) {
    super(`${failure.message} ${failure.fix}`)
    this.cause = failure.cause
    this.fix = failure.fix
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), cause: this.cause, fix: this.fix }
  }
}
