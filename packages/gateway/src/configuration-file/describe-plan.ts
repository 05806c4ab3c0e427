import type { RecordChange } from '@sluice/platform/kernel/record-change'

import type { Plan } from './plan.ts'

const SIGN: Readonly<Record<RecordChange['action'], string>> = {
  created: '+',
  changed: '~',
  deactivated: '-',
  deleted: '-',
}

/** Describes the changes, one line per record: `~ terminal T00000000001: status, features`. */
export function describePlan(
  { merchants, heldBack }: Plan,
  { isDryRun }: { readonly isDryRun: boolean },
): string {
  const changed = merchants.filter(({ changes }) => changes.length > 0)
  const waiting = heldBack
    .map(
      ({ terminalId, route, processes }) =>
        `Not used yet at terminal ${terminalId}: ${route}, until these gateways have read the file: ${processes.join(', ')}.\n`,
    )
    .join('')
  if (changed.length === 0)
    return waiting === '' ? 'Everything matches the file: nothing to change.\n' : waiting
  const lines = changed.flatMap(({ label, merchantId, changes }) => [
    label === merchantId ? label : `${label} (${merchantId})`,
    ...changes.map(({ action, kind, id, members }) => {
      const what = action === 'deactivated' ? 'no longer in the file: deactivated' : members.join(', ')
      return `  ${SIGN[action]} ${kind} ${id}${what === '' ? '' : `: ${what}`}`
    }),
  ])
  const count = changed.reduce((sum, { changes }) => sum + changes.length, 0)
  const end = isDryRun ? `${count} to change; nothing was written.` : `${count} changed.`
  return `${[...lines, end].join('\n')}\n${waiting}`
}
