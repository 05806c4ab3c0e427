import type { IncomingHttpHeaders } from 'node:http'

import type { BookEntry } from './books.ts'
import type { ContractReport } from './contract/contract-gate.ts'
import type { WebhookEndpoint, Webhooks } from './events/webhooks.ts'
import type { Faults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { World } from './world/world.ts'

export interface StripeTwinOptions {
  /** All secret or restricted keys that the twin accepts. */
  readonly apiKeys: readonly string[]
  /** The port; 0 for a free one. The twin listens only locally. */
  readonly port?: number
  /** The time in milliseconds since the epoch; by default that of the machine's clock. */
  readonly nowMs?: () => number
  /** The time with which webhooks are signed, if the receiver's clock is not the twin's. */
  readonly signingTimeMs?: () => number
  readonly endpoint?: WebhookEndpoint
}

/** A request as received, for suites that check what a connector sends. */
export interface ArrivedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
  /** The status; 0 if the connection broke before an answer. */
  status: number
}

export interface StripeTwin {
  readonly url: string
  readonly world: World
  readonly faults: Faults<FaultKind>
  readonly webhooks: Webhooks
  readonly books: () => BookEntry[]
  readonly contract: () => ContractReport
  readonly requests: () => readonly ArrivedRequest[]
  /** Errors of the twin itself. */
  readonly crashes: () => readonly unknown[]
  /** Releases the answers that a fault plan delayed. */
  readonly release: () => void
  /** Moves the twin's clock, and runs everything that is due by then. */
  readonly advance: (ms: number) => void
  readonly close: () => Promise<void>
}
