import { createInterface } from 'node:readline/promises'

import { openToReset, type ResettableDatabase } from '@sluice/gateway-core/operator-tools/reset-database'

import type { RunCommand } from './command.ts'
import { writeError, writeOutput } from '../terminal.ts'

const FAILED = 1
const MISUSED = 2

/** The word that must be typed, because people press a single key by habit. */
const CONFIRMATION = 'delete'

/** Deletes all data, after a confirmation. */
export const run: RunCommand = async ({ config, options }) => {
  const needsNoAnswer = options['yes'] === true
  if (needsNoAnswer && config.environment === 'production') {
    writeError('--yes works in the test environment only. Run the command without it and type the answer.\n')
    return MISUSED
  }
  const database = await openToReset(config)
  try {
    writeError(`${describeContents(database)}\n`)
    if (!needsNoAnswer && !(await isConfirmed())) {
      writeError('Nothing was deleted.\n')
      return FAILED
    }
    await database.reset()
    writeOutput(`Deleted all data in ${database.place}.\n`)
    return 0
  } finally {
    await database.close()
  }
}

function describeContents({ place, counts }: ResettableDatabase): string {
  const contents = counts.map(({ table, rows }) => `${rows} ${table.replaceAll('_', ' ')}`)
  return `This deletes everything in ${place}: ${contents.length === 0 ? 'no payments' : contents.join(', ')}.`
}

/** Without an answer, as at the end of the input, nothing is confirmed. */
async function isConfirmed(): Promise<boolean> {
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve) => questions.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([questions.question(`Type ${CONFIRMATION} to continue: `), ended])
    return answer.trim() === CONFIRMATION
  } finally {
    questions.close()
  }
}
