import type { OutgoingRules } from '@sluice/platform/http/validate-outgoing-url'

/** A longer one is a mistake. */
const URL_MAX_CHARS = 256
/** The default port of https. */
const DEFAULT_PORTS: readonly number[] = [443]

/** Returns the addresses to which webhooks may be sent. @see docs/protocol/webhooks.md#webhook-addresses */
export function webhookAddressRules({
  environment,
  localReceivers = environment === 'test',
  outgoingPorts = DEFAULT_PORTS,
  insideReceivers = [],
}: {
  readonly environment: 'test' | 'production'
  readonly localReceivers?: boolean
  /** The allowed ports; by default only that of https. */
  readonly outgoingPorts?: readonly number[]
  /** Names of receivers in the operator's own network. */
  readonly insideReceivers?: readonly string[]
}): OutgoingRules {
  return {
    mayBeLocal: localReceivers,
    ports: outgoingPorts,
    insideHosts: insideReceivers,
    maxChars: URL_MAX_CHARS,
  }
}
