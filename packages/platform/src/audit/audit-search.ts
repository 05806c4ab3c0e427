/** Which entries of the trail are looked for; all of them must fit. */
export interface AuditFilters {
  readonly merchantId?: string
  readonly action?: string
  /** Selects actions by prefix, such as `user.`. */
  readonly actionPrefix?: string
  readonly actor?: string
  /** The id of what something was done to. */
  readonly subject?: string
  /** The person at the portal who did it. */
  readonly userId?: string
  /** From this time on, epoch milliseconds. */
  readonly fromMs?: number
  /** Before this time, epoch milliseconds. */
  readonly toMs?: number
}

/** An entry as it was written. */
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
  /** Where the next page goes on; null after the last one. A page may be short, or empty, and have one. */
  readonly nextBeforeId: string | null
}

export type SearchAudit = (
  filters: AuditFilters,
  page: { readonly beforeId: string | null; readonly limit: number },
) => Promise<AuditPage>
