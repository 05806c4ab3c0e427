import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** The member that the rule is about. */
export const NOTIFICATION_URL_PROPERTY = 'options.three_ds.notification_url'

/**
 * The 3DS notification URL of an authorize request is not `https://`, has no host, or is longer than 256 characters.
 * No transaction was created.
 *
 * @see docs/protocol/three-ds.md#challenge-notification
 */
export class InvalidNotificationUrlError extends GatewayError {
  override readonly name = 'InvalidNotificationUrlError'
  readonly code = 'notification_url_invalid'
  /** The rule in words, `must start with https://`. */
  readonly rule: string

  constructor(details: GatewayErrorDetails & { readonly rule: string }) {
    super(`${NOTIFICATION_URL_PROPERTY} ${details.rule}. Correct it, or leave it out.`, details)
    this.rule = details.rule
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), rule: this.rule }
  }
}
