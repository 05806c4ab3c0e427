import type { Logger } from 'pino'

import type { Connection } from '../database/connection.ts'
import { isDatabaseOutage } from '../database/database-errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { type AuditTarget, openAuditStream } from './audit-stream.ts'
import type { AuditTrail } from './audit-trail.ts'
import { createMaintainAuditTrail } from './maintain-audit-trail.ts'
import { createSecurityLog, type RecordSecurityEvent } from './security-log.ts'

/** Actions and refusals are recorded here, with their actors, and copied elsewhere. */
export interface Accountability {
  readonly recordSecurityEvent: RecordSecurityEvent
  /** Assigns entries their places in the chain and sends them to the copy. */
  maintainAuditTrail(): Promise<void>
  /** Writes that this process begins or ends. */
  recordProcess(action: 'gateway.start' | 'gateway.stop'): Promise<void>
  close(): void
}

export function openAccountability(
  config: {
    readonly auditStream: AuditTarget | null
    readonly environment: string
    readonly roles: ReadonlySet<string>
  },
  {
    audit,
    db,
    clock,
    realTime,
  }: {
    readonly audit: AuditTrail
    readonly db: Connection
    /** The clock for entries of the trail. */
    readonly clock: Clock
    /** The clock for logins and refusals. */
    readonly realTime: Clock
  },
  {
    logger,
    telemetry,
  }: { readonly logger: Pick<Logger, 'error' | 'info'>; readonly telemetry: Pick<Telemetry, 'count'> },
): Accountability {
  const stream = config.auditStream && openAuditStream(config.auditStream)
  const fail = (safeguard: 'audit_chain' | 'audit_stream', message: string) => (error: unknown) => {
    telemetry.count('safeguard failure', { safeguard })
    logger.error({ err: error }, message)
  }
  const onUnwritten = fail('audit_chain', 'an audit entry could not be written')
  const maintain = createMaintainAuditTrail({
    audit,
    clock,
    onAnchor: ({ seq, hash }) =>
      logger.info({ audit_seq: seq, audit_hash: hash }, 'the end of the audit trail'),
    onLinked: async (records) => {
      const lines = records.map(({ detail, ...record }) =>
        JSON.stringify({ ...record, detail: JSON.parse(detail) as unknown }),
      )
      await stream
        ?.send(lines)
        .catch(fail('audit_stream', 'audit entries were not copied to SLUICE_AUDIT_STREAM'))
    },
  })

  return {
    recordSecurityEvent: createSecurityLog({
      clock: realTime,
      write: (entry) => audit.write(db, entry),
      onError: onUnwritten,
    }),
    async maintainAuditTrail() {
      try {
        await maintain()
      } catch (error) {
        // Outages are reported elsewhere, and the chain continues where it stopped.
        if (!isDatabaseOutage(error)) telemetry.count('safeguard failure', { safeguard: 'audit_chain' })
        throw error
      }
    },
    async recordProcess(action) {
      const { environment, roles } = config
      const detail = { environment, roles: [...roles].join(','), process: process.pid }
      await audit
        .write(db, { merchantId: null, actor: 'gateway', action, subject: 'gateway', detail })
        .catch(onUnwritten)
    },
    close: () => stream?.close(),
  }
}
