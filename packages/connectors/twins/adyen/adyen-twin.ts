import type { TwinRequest } from './api/routes.ts'
import type { BookEntry } from './books.ts'
import type { ContractReport } from './contract/contract-gate.ts'
import type { Webhooks } from './events/webhooks.ts'
import type { Faults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world/world.ts'

/** The options of a twin. */
export interface AdyenTwinOptions {
  readonly apiKeys: readonly string[]
  readonly merchantAccounts: readonly string[]
  /** The key that signs webhooks: 64 hexadecimal digits. */
  readonly hmacKey: string
  readonly webhookUrl?: string
  /** The port; 0, a free one, by default. */
  readonly port?: number
  readonly nowMs?: () => number
}

/** A local stand-in for Adyen. */
export interface AdyenTwin {
  readonly url: string
  readonly world: World
  readonly faults: Faults<FaultKind>
  readonly webhooks: Webhooks
  readonly shopper: Shopper
  readonly books: () => BookEntry[]
  readonly contract: () => ContractReport
  /** The requests as received, for suites that check what a connector sends. */
  readonly requests: () => readonly TwinRequest[]
  /** Idempotency keys that were used with two different requests. */
  readonly misuses: () => readonly string[]
  /** Errors of the twin itself. */
  readonly crashes: () => readonly unknown[]
  /** Releases everything that a fault plan delayed. */
  readonly release: () => void
  /** Moves the twin's clock, and runs everything that is due by then. */
  readonly advance: (ms: number) => void
  readonly close: () => Promise<void>
}
