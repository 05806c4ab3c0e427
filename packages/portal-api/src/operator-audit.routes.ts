import type { FastifyRequest } from 'fastify'

import { toTimestamp } from '@sluice/platform/kernel/clock'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { isAuditAction } from '@sluice/platform/audit/audit-entry'
import type { AuditFilters, FoundAuditEntry, SearchAudit } from '@sluice/platform/audit/audit-search'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { type RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import { LINK_USER, LINK_USER_NAME } from './portal-links.routes.ts'
import type { PortalUsers } from './portal-users.ts'

const PAGE = 50

/** Entries of one export: some 5 MB. More is in the copy of the trail that `SLUICE_AUDIT_STREAM` keeps. */
const EXPORT_MAX = 20_000

const ID = /^[0-9a-f-]{36}$/

/** Serves the audit trail to the operator of the service. @see docs/protocol/operator.md#portal-operator */
export function registerOperatorAudit(
  server: HttpServer,
  {
    auth,
    searchAudit,
    users,
    nameOfMerchant,
  }: {
    readonly auth: PortalAuth
    readonly searchAudit: SearchAudit
    readonly users: Pick<PortalUsers, 'find'>
    readonly nameOfMerchant: (merchantId: string) => Promise<string | null>
  },
): void {
  const nameOfUser = async (id: string) =>
    id === LINK_USER ? LINK_USER_NAME : ((await users.find(id))?.name ?? null)

  server.get('/portal/operator/audit', { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('searchAuditTrail', request)
    const { filters, beforeId } = readSearch(request, ['cursor'])
    const { entries, nextBeforeId } = await searchAudit(filters, { beforeId, limit: PAGE })
    const people = await nameAll(entries.flatMap(peopleOf), nameOfUser)
    const merchants = await nameAll(
      entries.flatMap(({ merchantId }) => merchantId ?? []),
      nameOfMerchant,
    )
    return sendAnswer(reply, 200, {
      data: entries.map((entry) => ({
        ...toWireEntry(entry),
        user_name: people.get(String(entry.detail['user_id'])) ?? null,
        subject_name: people.get(entry.subject) ?? merchants.get(entry.subject) ?? null,
        merchant_name: merchants.get(entry.merchantId ?? '') ?? null,
      })),
      next_cursor: nextBeforeId,
    })
  })

  server.get('/portal/operator/exports/audit.json', { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('exportAuditTrail', request)
    const { filters } = readSearch(request, [])
    const found: FoundAuditEntry[] = []
    let beforeId: string | null = null
    do {
      const limit = Math.min(1_000, EXPORT_MAX - found.length)
      const page: Awaited<ReturnType<SearchAudit>> = await searchAudit(filters, { beforeId, limit })
      found.push(...page.entries)
      beforeId = page.nextBeforeId
    } while (beforeId !== null && found.length < EXPORT_MAX)
    return sendAnswer(reply, 200, found.map(toWireEntry), {
      'content-disposition': 'attachment; filename="audit.json"',
    })
  })
}

const TEXTS: Readonly<Record<string, 'merchantId' | 'action' | 'actor' | 'subject' | 'userId'>> = {
  merchant_id: 'merchantId',
  action: 'action',
  actor: 'actor',
  subject: 'subject',
  user_id: 'userId',
}

const TIMES: Readonly<Record<string, 'fromMs' | 'toMs'>> = { from: 'fromMs', to: 'toMs' }

function readSearch({ query }: FastifyRequest, further: readonly string[]) {
  const filters: Record<string, string | number> = {}
  let beforeId: string | null = null
  for (const [name, value] of Object.entries(query as Readonly<Record<string, unknown>>)) {
    if (typeof value !== 'string' || value === '' || /\p{Cc}/u.test(value)) throw invalid(name)
    const text = TEXTS[name]
    const time = TIMES[name]
    if (text !== undefined) {
      if (name === 'action' && !isAuditAction(value)) throw invalid(name)
      filters[text] = text === 'merchantId' ? merchantIdOf(value) : value
    } else if (time !== undefined) {
      const at = Date.parse(value)
      if (Number.isNaN(at)) throw invalid(name)
      filters[time] = at
    } else if (further.includes(name) && ID.test(value)) beforeId = value
    else throw invalid(name)
  }
  return { filters: filters as AuditFilters, beforeId }
}

function invalid(property: string): RequestRefusal {
  return validationRefusal([{ property, message: 'has an invalid format', params: [property] }])
}

function toWireEntry(entry: FoundAuditEntry) {
  return {
    id: entry.id,
    seq: entry.seq,
    at: toTimestamp(entry.createdAtMs),
    merchant_id: entry.merchantId,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    detail: entry.detail,
  }
}

/** The actor and the subject: actions on people begin with `user.`, and sign-ins are their own. */
function peopleOf({ action, subject, detail }: FoundAuditEntry): readonly string[] {
  const concernsUser = action.startsWith('user.') || action === 'portal.sign-in'
  return [...(concernsUser ? [subject] : []), ...(detail['user_id'] ? [String(detail['user_id'])] : [])]
}

/** Looks up each name once. */
async function nameAll(
  ids: readonly string[],
  nameOf: (id: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string | null>> {
  return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await nameOf(id)] as const)))
}
