import type { Socket } from 'node:net'

import type { Client } from 'pg'

/** A call of a process to the server. */
export interface Call {
  readonly owner: string
  readonly client: Client
  readonly what: string
  readonly isWrite: boolean
  /** Resolves with a function that reports the result to the process, once the server has answered. */
  readonly send: () => Promise<() => void>
  /** Reports to the process that its connection is closed. */
  readonly fail: (error: Error) => void
  tell: (() => void) | null
}

/** The server's backend process of a connection; null before there is one. */
export const pidOf = (client: Client): number | null =>
  (client as unknown as { processID: number | null }).processID

export const streamOf = (client: Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** The process that owns this connection, by its name. */
export const ownerOf = (client: Client): string =>
  (client as unknown as { connectionParameters: { application_name: string } }).connectionParameters
    .application_name

export const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

export const lost = (): Error => new Error('Connection terminated unexpectedly')
