import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { KEY_LIMITS_DAYS } from './list-aged-keys.store.ts'

const DAYS: Readonly<Record<string, number>> = { year: 365, '2 years': 730, '90 days': 90, '–': 0 }

it('the cryptoperiods equal those in the documentation', () => {
  const document = readFileSync(new URL('../../../../docs/operations/storage.md', import.meta.url), 'utf8')
  const section = document.split('### Keys and their life')[1]?.split('\n### ')[0] ?? ''
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Key '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => !(cells[1] ?? '').startsWith('---'))
  const documented = rows.map((cells) => [cells[1] ?? '', DAYS[cells[4] ?? '']] as const)
  expect(Object.fromEntries(documented.filter(([, days]) => days !== 0))).toEqual(KEY_LIMITS_DAYS)
})
