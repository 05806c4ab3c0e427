import { ask } from '../app/ask.ts'
import type { Choice } from '../filters/filter-list.ts'
import type { User } from '../users/users-table.ts'
import { type Merchant, merchantPath } from './merchant.ts'

interface MerchantList {
  readonly data: readonly Pick<Merchant, 'id' | 'name'>[]
  readonly next_cursor: string | null
}

/** A merchant with its users. */
export interface MerchantPeople extends Pick<Merchant, 'id' | 'name'> {
  readonly users: readonly Pick<User, 'id' | 'name' | 'email'>[]
}

/** Lists all merchants by name. */
export async function listMerchants(signal: AbortSignal): Promise<readonly Choice[]> {
  const found: Choice[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const page: MerchantList = await ask<MerchantList>(`/operator/merchants${query}`, { signal })
    found.push(...page.data.map(({ id, name }) => ({ value: id, label: name })))
    cursor = page.next_cursor
  } while (cursor !== null)
  return found.toSorted((one, other) => one.label.localeCompare(other.label))
}

/** Finds the users of a merchant. */
export function findPeople(id: string, signal: AbortSignal): Promise<MerchantPeople> {
  return ask(merchantPath(id), { signal })
}

/** People by name, with the address that tells those of one name apart. */
export function peopleChoices({ users }: Pick<MerchantPeople, 'users'>): readonly Choice[] {
  return users.map(({ id, name, email }) => ({
    value: id,
    label: email === null ? name : `${name} (${email})`,
  }))
}
