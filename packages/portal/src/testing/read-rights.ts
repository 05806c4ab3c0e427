import protocol from '../../../../docs/protocol/portal.md?raw'

/** Roles of a merchant's people, as the table of rights names them. */
export const MERCHANT_ROLES = ['owner', 'developer', 'finance', 'support'] as const

export type MerchantRole = (typeof MERCHANT_ROLES)[number]

/**
 * Reads the table of rights in the protocol, which is the gateway's own (`portal-rights.test.ts` compares them).
 *
 * @returns what each role may do, in the production environment or in the test environment.
 */
export function readRights(
  environment: 'production' | 'test',
): Readonly<Record<MerchantRole, readonly string[]>> {
  const [, after = ''] = protocol.split('<!-- rights:')
  const rows = after.split('\n').flatMap((line) => {
    const [, action, cells] = /^\| `(\w+)`[^|]*\|(.*)\|$/.exec(line.trim()) ?? []
    return action === undefined || cells === undefined
      ? []
      : [{ action, cells: cells.split('|').map((cell) => cell.trim()) }]
  })
  const granted = environment === 'test' ? ['yes', 'test'] : ['yes']
  const actionsOf = (place: number) =>
    rows.filter(({ cells }) => granted.includes(cells[place] ?? '')).map(({ action }) => action)
  return { owner: actionsOf(0), developer: actionsOf(1), finance: actionsOf(2), support: actionsOf(3) }
}
