/** Loaded before a program (`--import`): inserts the bug that `PLANTED_BUG` names into its file at load time. */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

import { plantBug } from './plant-bug.ts'

const plant = plantBug(process.env['PLANTED_BUG'] ?? '')

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const changed = url.startsWith('file:') && plant(String(loaded.source), fileURLToPath(url))
    return typeof changed === 'string' ? { ...loaded, source: changed } : loaded
  },
})
