import type { Socket } from 'node:net'

import type { Client } from 'pg'

/** Something that a process wants from the server. */
export interface Call {
  readonly owner: string
  readonly client: Client
  readonly what: string
  readonly isWrite: boolean
  /** Resolves with what tells the process how it went, once the server has answered. */
  readonly send: () => Promise<() => void>
  /** Tells the process that its connection is gone. */
  readonly fail: (error: Error) => void
  tell: (() => void) | null
}

/** The server's process that serves a connection; null before there is one. */
export const pidOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID

export const streamOf = (client: Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** The process whose connection this is, as it calls itself. */
export const ownerOf = (client: Client): string =>
  (client as unknown as { connectionParameters: { application_name: string } }).connectionParameters
    .application_name

export const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

export const lost = (): Error => new Error('Connection terminated unexpectedly')
