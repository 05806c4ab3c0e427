/**
 * A second, independent model of operations: a list of all requests that is summed on demand, instead of stored
 * totals.
 */
import { CHANGE_TYPES, type ChangeType, type ManageType } from '@sluice/types/vocabulary'

const DAY_MS = 86_400_000

export interface ModelEntry {
  readonly id: string
  readonly type: 'AUTHORIZE' | 'PURCHASE' | ManageType
  readonly parent: ModelEntry | null
  readonly amount: number
  readonly isFinal: boolean
  state: 'PENDING' | 'APPROVED' | 'REFUSED'
  /** The number of entries when it was declined, if the earlier ones close its authorization no longer. */
  reopens?: number
  readonly createdAtMs: number
  /** The start of its deadlines. */
  approvedAtMs: number
}

export interface ModelRequest {
  readonly type: ManageType
  readonly parent: ModelEntry
  readonly amount: number
  readonly isFinal: boolean
}

export type ModelAnswer = 'accepted' | 'refused' | 'invalid'

/** A model of everything that happened to one payment. */
export class MoneyModel {
  readonly root: ModelEntry
  readonly entries: ModelEntry[] = []

  constructor(root: ModelEntry) {
    this.root = root
  }

  /** Returns a parent's operations of a type without the declined ones. */
  #children(parent: ModelEntry, type: ManageType): readonly ModelEntry[] {
    return this.entries.filter(
      (entry) => entry.parent === parent && entry.type === type && entry.state !== 'REFUSED',
    )
  }

  get captures(): readonly ModelEntry[] {
    return this.#children(this.root, 'CAPTURE')
  }

  get open(): number {
    return this.isClosed ? 0 : this.authorized - total(this.captures) - total(this.#voids)
  }

  get #voids(): readonly ModelEntry[] {
    return this.#children(this.root, 'VOID')
  }

  /** Nothing is open after a final capture, or a void of the authorization, unless one is declined, or a capture after the void. */
  get isClosed(): boolean {
    const reopenedAt = Math.max(0, ...this.entries.map(({ reopens = 0 }) => reopens))
    const closing = [...this.#voids, ...this.captures.filter(({ isFinal }) => isFinal)]
    return (
      this.root.type !== 'AUTHORIZE' || closing.some((entry) => this.entries.indexOf(entry) >= reopenedAt)
    )
  }

  get isVoided(): boolean {
    return this.#voids.length > 0
  }

  /** Ends an entry. Returns whether it frees a part of a voided authorization, which the gateway releases. */
  end(entry: ModelEntry, approves: boolean): boolean {
    entry.state = approves ? 'APPROVED' : 'REFUSED'
    if (approves || entry.parent !== this.root) return false
    const frees = entry.type === 'CAPTURE' && this.isVoided
    if (frees || entry.type === 'VOID') entry.reopens = this.entries.length
    return frees
  }

  /** Returns the changes of the authorization that count; a pending one does not count yet. */
  #approved(type: ChangeType): readonly ModelEntry[] {
    return this.#children(this.root, type).filter(({ state }) => state === 'APPROVED')
  }

  get authorized(): number {
    return this.root.amount + total(this.#approved('INCREMENT'))
  }

  get isChanging(): boolean {
    return CHANGE_TYPES.some((type) =>
      this.#children(this.root, type).some(({ state }) => state === 'PENDING'),
    )
  }

  get expiresAtMs(): number {
    const times = [this.root, ...this.#approved('EXTEND')].map(({ approvedAtMs }) => approvedAtMs)
    return Math.max(...times) + 7 * DAY_MS
  }

  answer({ type, parent, amount }: ModelRequest, nowMs: number): ModelAnswer {
    const limit = this.#limit(type, parent, nowMs)
    const isWhole = type === 'VOID' || type === 'EXTEND'
    if (isWhole && limit !== null ? amount !== limit : amount > (limit ?? parent.amount)) return 'refused'
    const waits = this.isChanging && parent === this.root && type !== 'CAPTURE'
    return limit === null || waits ? 'invalid' : 'accepted'
  }

  #limit(type: ManageType, parent: ModelEntry, nowMs: number): number | null {
    if (parent.state !== 'APPROVED') return null
    if (parent.type === 'AUTHORIZE') {
      if (type === 'REFUND' || this.open === 0) return null
      if (type !== 'VOID' && nowMs >= this.expiresAtMs) return null
      return type === 'INCREMENT' ? parent.amount : this.open
    }
    if ((type !== 'REFUND' && type !== 'VOID') || this.#children(parent, 'VOID').length > 0) return null
    const refunds = this.#children(parent, 'REFUND')
    if (type === 'REFUND') {
      return nowMs < parent.approvedAtMs + 365 * DAY_MS ? parent.amount - total(refunds) : null
    }
    return nowMs < nextSettlement(parent.approvedAtMs) && refunds.length === 0 ? parent.amount : null
  }

  begin(id: string, request: ModelRequest, createdAtMs: number): ModelEntry {
    const entry: ModelEntry = { ...request, id, state: 'PENDING', createdAtMs, approvedAtMs: 0 }
    this.entries.push(entry)
    return entry
  }

  /** Returns the totals of an approved transaction, with the names of the status endpoint. */
  totals(entry: ModelEntry) {
    const isRoot = entry === this.root
    const below = isRoot ? this.captures : []
    const refunds = [entry, ...below].flatMap((parent) => this.#children(parent, 'REFUND'))
    const ownVoids = this.#children(entry, 'VOID')
    const voidsBelow = below.flatMap((parent) => this.#children(parent, 'VOID'))
    const isAuthorization = entry.type === 'AUTHORIZE'
    return {
      authorizedMinor: isRoot ? this.authorized : entry.amount,
      capturedMinor: isAuthorization
        ? total(this.captures) - total(voidsBelow)
        : entry.amount - total(ownVoids),
      refundedMinor: total(refunds),
      voidedMinor: total(ownVoids) + total(voidsBelow),
      finalCapture: !isAuthorization || this.isClosed,
    }
  }
}

function total(entries: readonly ModelEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}

function nextSettlement(atMs: number): number {
  const day = new Date(atMs)
  day.setUTCHours(23, 59, 0, 0)
  return day.getTime() > atMs ? day.getTime() : day.getTime() + DAY_MS
}
