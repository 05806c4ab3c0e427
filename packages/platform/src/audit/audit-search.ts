/** The filters of a search in the audit trail; an entry must match all of them. */
export interface AuditFilters {
  readonly merchantId?: string
  readonly action?: string
  /** Selects actions by prefix, such as `user.`. */
  readonly actionPrefix?: string
  readonly actor?: string
  /** The id of the object that was changed. */
  readonly subject?: string
  /** The portal user who made the change. */
  readonly userId?: string
  /** The earliest time, epoch milliseconds. */
  readonly fromMs?: number
  /** The end of the interval, exclusive, epoch milliseconds. */
  readonly toMs?: number
}

/** A stored entry. */
export interface FoundAuditEntry {
  readonly id: string
  readonly merchantId: string | null
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
  readonly createdAtMs: number
  /** Its place in the chain; null until it is linked. */
  readonly seq: number | null
}

export interface AuditPage {
  /** The newest first. */
  readonly entries: readonly FoundAuditEntry[]
  /** The cursor of the next page; null after the last one. A short or empty page can have one, too. */
  readonly nextBeforeId: string | null
}

export type SearchAudit = (
  filters: AuditFilters,
  page: { readonly beforeId: string | null; readonly limit: number },
) => Promise<AuditPage>
