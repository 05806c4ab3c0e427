import { Socket } from 'node:net'

import { sql } from 'kysely'

import type { Timers } from '../kernel/timers.ts'
import type { Connection } from './connection.ts'

/** Long enough not to press a server that is starting, short enough that few notices are missed. */
const RECONNECT_MS = 1_000
/** A server behind a line that swallows everything answers nothing at all, and a stop waits for this. */
const CONNECT_MS = 5_000
/** A server that is there takes its leave at once. */
const GOODBYE_MS = 1_000
/** Networks drop idle connections after minutes without informing either end. */
const KEEP_ALIVE_MS = 30_000
/** PostgreSQL takes 8,000 bytes; what does not fit goes without names. */
const NAMES_MAX = 100

export interface Listener {
  stop(): Promise<void>
}

/**
 * Receives the notices of other processes through the database. Notices are hints: they are lost during a
 * disconnection, so each new connection begins with one that names no merchant.
 *
 * @param onNotice - the announced names; an empty list means that any could have been announced.
 */
export function listenForNotices(options: {
  readonly databaseUrl: string
  readonly channel: string
  readonly timers: Timers
  readonly onNotice: (names: readonly string[]) => void
}): Listener {
  const { databaseUrl, channel, timers, onNotice } = options
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve())
  })

  const listen = async (): Promise<void> => {
    // Here, because a gateway on its embedded database never listens.
    const { Client } = await import('pg')
    const socket = new Socket()
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'sluice-gateway notices',
      stream: () => socket,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    // Every error ends the connection, and the end is awaited.
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => onNotice(payload ? payload.split(',') : []))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onNotice([])
      await Promise.race([ended, stopped])
    } finally {
      const leaving = setTimeout(() => socket.destroy(), GOODBYE_MS)
      await client.end().catch(() => undefined)
      clearTimeout(leaving)
    }
  }
  const proceed = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined)
      await timers.sleep(RECONNECT_MS, stopping.signal)
    }
  }
  const listening = proceed()
  return {
    stop() {
      stopping.abort()
      return listening
    },
  }
}

/**
 * Creates a function that announces a name to other processes and resolves when it is sent. Only one statement runs
 * at a time, however many names are waiting; a failed one is dropped, because nothing may depend on it.
 */
export function createAnnounce(db: Connection, channel: string): (name: string) => Promise<void> {
  const names = new Set<string>()
  let sending: Promise<void> | null = null
  const send = async (): Promise<void> => {
    while (names.size > 0) {
      const payload = names.size > NAMES_MAX ? '' : [...names].join(',')
      names.clear()
      await sql`select pg_notify(${channel}, ${payload})`.execute(db).catch(() => undefined)
    }
    sending = null
  }
  return (name) => {
    names.add(name)
    sending ??= send()
    return sending
  }
}
