import type { IncomingHttpHeaders } from 'node:http'

import type { BookEntry } from './books.ts'
import type { ContractReport } from './contract/contract-gate.ts'
import type { WebhookEndpoint, Webhooks } from './events/webhooks.ts'
import type { Faults } from '../faults/fault-plan.ts'
import type { FaultKind } from './http/faults.ts'
import type { World } from './world/world.ts'

export interface StripeTwinOptions {
  /** Every secret or restricted key that is let in. */
  readonly apiKeys: readonly string[]
  /** 0 is a free port, of this machine only. */
  readonly port?: number
  /** Milliseconds since the epoch; without it the machine's clock. */
  readonly nowMs?: () => number
  /** What webhooks are signed by, where the receiver's clock is not the twin's. */
  readonly signingTimeMs?: () => number
  readonly endpoint?: WebhookEndpoint
}

/** A request as it arrived, for suites that look at what a connector sends. */
export interface ArrivedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
  /** 0 when the connection broke before an answer. */
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
  /** Lets answers go that a plan made late. */
  readonly release: () => void
  /** Moves the twin's clock, and does what is due by then. */
  readonly advance: (ms: number) => void
  readonly close: () => Promise<void>
}
