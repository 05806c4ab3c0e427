import type { Customer } from '@sluice/types'

/** Empty without a name. */
export function nameOf({ first_name: first, last_name: last }: Customer): string {
  return [first, last].filter(Boolean).join(' ')
}
