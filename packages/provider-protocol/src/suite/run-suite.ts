import { randomUUID } from 'node:crypto'

import { createProviderCaller } from './call-provider.ts'
import { AUTHENTICATION_CHECKS } from './authentication-checks.ts'
import { CARD_CHECKS } from './card-checks.ts'
import type { Bench, Check } from './check.ts'
import { CHANGE_CHECKS } from './change-checks.ts'
import { EVENT_CHECKS } from './event-checks.ts'
import { EXEMPTION_CHECKS } from './exemption-checks.ts'
import { openEventReceiver } from './event-receiver.ts'
import { FENCE_CHECKS, RESTART_CHECKS } from './fence-checks.ts'
import { KEY_CHECKS } from './key-checks.ts'
import { NAME_CHECKS } from './name-checks.ts'
import { ORDER_CHECKS } from './order-checks.ts'
import { PARTIAL_APPROVAL_CHECKS } from './partial-approval-checks.ts'
import { PENDING_CHECKS, PENDING_EVENT_CHECK } from './pending-checks.ts'
import { PREPARATION_CHECKS } from './preparation-checks.ts'
import { createProviderProcess } from './provider-process.ts'
import { SIGNATURE_CHECKS } from './signature-checks.ts'
import { VERIFICATION_CHECKS } from './verification-checks.ts'

/** The address of the provider under test, and the cards that it knows. */
export interface SuiteOptions {
  /** The provider's address, as a gateway's configuration has it. */
  readonly url: string
  /** The secret that is shared with it. */
  readonly secret: string
  /** An account of the suite with the provider. */
  readonly accountId: string
  /** A card that it approves for every amount. */
  readonly approvedCard: string
  /** A card that it declines. */
  readonly declinedCard: string
  /** A card of which it approves only a part, if the payment allows that; null or absent for a provider that always approves all. */
  readonly partialCard?: string | null
  /**
   * A card for which it requests the shopper (AUTHENTICATE); null or absent for a provider that does not authenticate
   * shoppers itself.
   */
  readonly authenticationCard?: string | null
  /** A card that it answers with 1002 and decides later; null or absent for a provider that decides at once. */
  readonly pending?: PendingOptions | null
  /** Starts the provider; with it the suite also kills and restarts it. Null: it runs already. */
  readonly command: string | null
  /** The time limit for a response, in milliseconds. */
  readonly timeoutMs: number
  /** The options for receiving the provider's events; null or absent for a provider that sends none. */
  readonly events?: EventOptions | null
}

/** The options for payments that the provider decides later. */
export interface PendingOptions {
  /** The number of the card. */
  readonly card: string
  /** The time limit for the decision, in milliseconds. */
  readonly withinMs: number
}

/** A provider posts its events to `http://127.0.0.1:<port>/` in the meantime. */
export interface EventOptions {
  /** The port to listen at. */
  readonly port: number
  /** The secret that the provider signs its messages with, as `whsec_…`. */
  readonly secret: string
  /** The time limit for an event and its repetition, in milliseconds. */
  readonly withinMs: number
}

/** The result of one check of the suite. */
export interface CheckResult {
  /** The checked promise, as a sentence. */
  readonly name: string
  /** The page below `docs`, and the heading, that requires it. */
  readonly clause: string
  /** The expected and the actual value; null: the promise was kept. */
  readonly problem: string | null
}

const ALL_CHECKS: readonly Check[] = [
  ...SIGNATURE_CHECKS,
  ...CARD_CHECKS,
  ...KEY_CHECKS,
  ...NAME_CHECKS,
  ...ORDER_CHECKS,
  ...PARTIAL_APPROVAL_CHECKS,
  ...EXEMPTION_CHECKS,
  ...VERIFICATION_CHECKS,
  ...CHANGE_CHECKS,
  ...PENDING_CHECKS,
  ...PREPARATION_CHECKS,
  ...AUTHENTICATION_CHECKS,
  ...FENCE_CHECKS,
  ...RESTART_CHECKS,
  PENDING_EVENT_CHECK,
  ...EVENT_CHECKS,
]

/**
 * Checks what a gateway relies on, with its own keys; it omits what the provider declares that it cannot do.
 *
 * @param onResult - is called with each check when it ends.
 * @throws When the provider does not start, or does not say what it can do. {@link Error}
 */
export async function runSuite(
  options: SuiteOptions,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<readonly CheckResult[]> {
  const ask = createProviderCaller(options)
  const events = options.events ? await openEventReceiver(options.events) : null
  const process =
    options.command === null
      ? null
      : createProviderProcess(options.command, async () => (await ask.get('/capabilities')).status === 200)
  try {
    await process?.start()
    const { status, body: told } = await ask.get('/capabilities')
    if (status !== 200 || told === null) throw new Error(`GET /capabilities answered ${status}`)
    const methods = Array.isArray(told['methods']) ? told['methods'].map(String) : []
    const bench: Bench = {
      ...options,
      partialCard: options.partialCard ?? null,
      pending: options.pending ?? null,
      authenticationCard: options.authenticationCard ?? null,
      ask,
      process,
      events,
      servesCards: methods.includes('card'),
      orderTypes: methods.filter((method) => method !== 'card'),
      keepsFences: told['fences'] === true,
      prepares: told['preparations'] === true,
      verifies: told['verifies'] === true,
      operations: Array.isArray(told['operations']) ? told['operations'].map(String) : [],
      newKey: () => `suite_${randomUUID().replaceAll('-', '')}`,
    }
    const results: CheckResult[] = []
    for (const check of ALL_CHECKS) {
      if (check.applies?.(bench) === false) continue
      const { name, clause } = check
      const problem = await check.run(bench).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      results.push({ name, clause, problem })
      onResult({ name, clause, problem })
    }
    return results
  } finally {
    await process?.kill()
    await events?.close()
  }
}
