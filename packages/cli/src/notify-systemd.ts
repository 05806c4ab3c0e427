import { execFile } from 'node:child_process'

/** What systemd hears from a service of `Type=notify`; nothing where the process was not started by it. */
export interface ServiceManager {
  /** Requests are taken. From now on the event loop pings the watchdog, where the unit has one. */
  ready(): void
  /** The process drains and ends. */
  stopping(): void
}

/** Of the time after which the watchdog ends the process: two pings may be late. */
const PINGS_PER_DEADLINE = 3

const PING_TIMEOUT_MS = 5_000

/**
 * Sends its messages with `systemd-notify`, because Node has no datagram sockets of Unix. A ping comes from the event loop: a
 * process that is stopped or blocked, which the kernel still accepts connections for, is ended and started again.
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
