import { GatewayError } from './gateway-error.ts'

/**
 * An option is missing, invalid or unknown; nothing was sent. The message names it and does not repeat its
 * value.
 */
export class ConfigurationError extends GatewayError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_invalid'
  /** The option's name, `clientSecret`. */
  readonly option: string

  constructor(option: string, rule: string) {
    super(`${option} ${rule}.`)
    this.option = option
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), option: this.option }
  }
}
