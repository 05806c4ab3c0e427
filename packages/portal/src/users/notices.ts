import { ask } from '../app/ask.ts'
import type { Session } from '../app/session.ts'

/** A change to the owners of the merchant, or to where its events are sent. */
export interface Notice {
  readonly id: string
  readonly kind: string
  readonly user_id: string
  readonly about: string
  /** Null for the operator of the service. */
  readonly done_by: string | null
  readonly at: string
}

/** Returns the notices that the person has not acknowledged. */
export async function findNotices({ actions }: Pick<Session, 'actions'>): Promise<readonly Notice[]> {
  if (!actions.includes('listNotices')) return []
  const { data } = await ask<{ readonly data: readonly Notice[] }>('/notices')
  return data
}
