import { execFile } from 'node:child_process'

/** Notifies systemd about a service of `Type=notify`; does nothing if systemd did not start the process. */
export interface ServiceManager {
  /** The service accepts requests. From now on the event loop pings the watchdog, if the unit has one. */
  ready(): void
  /** The process drains and ends. */
  stopping(): void
}

/** A fraction of the watchdog's time, so that two pings may be late. */
const PINGS_PER_DEADLINE = 3

const PING_TIMEOUT_MS = 5_000

/**
 * Sends messages with `systemd-notify`, because Node has no Unix datagram sockets. The pings come from the event
 * loop: systemd ends and restarts a process that is stopped or blocked, although the kernel still accepts
 * connections for it.
 */
export function connectServiceManager(
  env: Readonly<Record<string, string | undefined>>,
  processId: number,
  onError: (error: Error) => void,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, PATH, WATCHDOG_USEC: deadline, WATCHDOG_PID: watched } = env
  if (!socket) return { ready: () => undefined, stopping: () => undefined }
  const send = (...words: readonly string[]): void => {
    const options = { env: { NOTIFY_SOCKET: socket, PATH }, timeout: PING_TIMEOUT_MS }
    execFile('systemd-notify', words, options, (error) => {
      if (error) onError(error)
    })
  }
  const isWatched = deadline !== undefined && (watched === undefined || watched === String(processId))
  return {
    ready() {
      send('READY=1')
      if (!isWatched) return
      const intervalMs = Number(deadline) / 1_000 / PINGS_PER_DEADLINE
      setInterval(() => send('WATCHDOG=1'), intervalMs).unref()
    },
    stopping: () => send('STOPPING=1'),
  }
}
