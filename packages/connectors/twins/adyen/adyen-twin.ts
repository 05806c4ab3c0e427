import type { TwinRequest } from './api/routes.ts'
import type { BookEntry } from './books.ts'
import type { ContractReport } from './contract/contract-gate.ts'
import type { Webhooks } from './events/webhooks.ts'
import type { Faults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { Shopper } from './shopper.ts'
import type { World } from './world/world.ts'

/** How a twin is started. */
export interface AdyenTwinOptions {
  readonly apiKeys: readonly string[]
  readonly merchantAccounts: readonly string[]
  /** Signs webhooks: 64 hexadecimal digits. */
  readonly hmacKey: string
  readonly webhookUrl?: string
  /** 0, a free port, by default. */
  readonly port?: number
  readonly nowMs?: () => number
}

/** A stand-in of Adyen on this machine. */
export interface AdyenTwin {
  readonly url: string
  readonly world: World
  readonly faults: Faults<FaultKind>
  readonly webhooks: Webhooks
  readonly shopper: Shopper
  readonly books: () => BookEntry[]
  readonly contract: () => ContractReport
  /** Requests as they arrived, for suites that look at what a connector sends. */
  readonly requests: () => readonly TwinRequest[]
  /** Idempotency keys that came with two different requests. */
  readonly misuses: () => readonly string[]
  /** Errors of the twin itself. */
  readonly crashes: () => readonly unknown[]
  /** Lets everything go that a plan made late. */
  readonly release: () => void
  /** Moves the twin's clock, and does what is due by then. */
  readonly advance: (ms: number) => void
  readonly close: () => Promise<void>
}
