import protocol from '../../../../docs/protocol/portal.md?raw'

/** Roles of people, in the order of the table's columns. */
export const PORTAL_ROLES = ['owner', 'developer', 'finance', 'support', 'operator'] as const

export type PortalRole = (typeof PORTAL_ROLES)[number]

/**
 * Reads the table of rights in the protocol, which is the gateway's own (`portal-rights.test.ts` compares them).
 *
 * @returns what each role may do, in the production environment or in the test environment.
 */
export function readRights(
  environment: 'production' | 'test',
): Readonly<Record<PortalRole, readonly string[]>> {
  const [, after = ''] = protocol.split('<!-- rights:')
  const rows = after.split('\n').flatMap((line) => {
    const [, action, cells] = /^\| `(\w+)`[^|]*\|(.*)\|$/.exec(line.trim()) ?? []
    return action === undefined || cells === undefined
      ? []
      : [{ action, cells: cells.split('|').map((cell) => cell.trim()) }]
  })
  const granted = environment === 'test' ? ['yes', 'test'] : ['yes']
  const [owner, developer, finance, support, operator] = PORTAL_ROLES.map((_, place) =>
    rows.filter(({ cells }) => granted.includes(cells[place] ?? '')).map(({ action }) => action),
  ) as [string[], string[], string[], string[], string[]]
  return { owner, developer, finance, support, operator }
}
