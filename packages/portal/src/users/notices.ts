import { ask } from '../app/ask.ts'

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
export async function findNotices(): Promise<readonly Notice[]> {
  const { data } = await ask<{ readonly data: readonly Notice[] }>('/notices')
  return data
}
