import { openAuditStream } from '@sluice/platform/audit/audit-stream'
import { createSecurityLog, type NoteSecurityEvent } from '@sluice/platform/audit/security-log'
import { createMaintainAuditTrail } from '@sluice/platform/audit/maintain-audit-trail'

import type { Config } from '../config.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Observability } from './observability.ts'

/** Who did what, and who was refused, is written down here and copied elsewhere. */
export interface Accountability {
  readonly noteSecurityEvent: NoteSecurityEvent
  /** Gives entries their places in the chain and sends them to where the copy is kept. */
  maintainAuditTrail(): Promise<void>
  /** Writes that this process begins or ends. */
  noteProcess(action: 'gateway.start' | 'gateway.stop'): Promise<void>
  close(): void
}

export function openAccountability(
  config: Pick<Config, 'auditStream' | 'environment' | 'roles'>,
  { audit, db, clock, realTime }: Pick<Infrastructure, 'audit' | 'db' | 'clock' | 'realTime'>,
  { logger, telemetry }: Pick<Observability, 'logger' | 'telemetry'>,
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
    noteSecurityEvent: createSecurityLog({
      clock: realTime,
      write: (entry) => audit.write(db, entry),
      onError: onUnwritten,
    }),
    async maintainAuditTrail() {
      try {
        await maintain()
      } catch (error) {
        telemetry.count('safeguard failure', { safeguard: 'audit_chain' })
        throw error
      }
    },
    async noteProcess(action) {
      const { environment, roles } = config
      const detail = { environment, roles: [...roles].join(','), process: process.pid }
      await audit
        .write(db, { merchantId: null, actor: 'gateway', action, subject: 'gateway', detail })
        .catch(onUnwritten)
    },
    close: () => stream?.close(),
  }
}
