import { createSocket } from 'node:dgram'
import { appendFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/** The destination of a copy of the audit trail: a file, or a syslog collector that accepts RFC 5424 over UDP. */
export type AuditTarget =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number }

/** Sends lines in their order. */
export interface AuditStream {
  /** @throws When the target did not accept all of them. */
  send(lines: readonly string[]): Promise<void>
  close(): void
}

/** RFC 5424 §6.2.1: facility 13 (log audit), severity 5 (notice). */
const SYSLOG_PRIORITY = 13 * 8 + 5

const OWNER_ONLY = 0o600

export function openAuditStream(target: AuditTarget): AuditStream {
  if (target.kind === 'file') {
    return {
      send: (lines) =>
        appendFile(target.path, lines.map((line) => `${line}\n`).join(''), { mode: OWNER_ONLY }),
      close: () => undefined,
    }
  }
  const { host, port } = target
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4').unref()
  const name = hostname()
  return {
    async send(lines) {
      for (const line of lines) {
        const message = `<${SYSLOG_PRIORITY}>1 ${new Date().toISOString()} ${name} sluice-gateway ${process.pid} audit - ${line}`
        await new Promise<void>((resolve, reject) =>
          socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
        )
      }
    },
    close: () => socket.close(),
  }
}
