import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { serveMcp } from '../beside/mcp/serve-mcp.ts'
import { DOCUMENTATION_FOLDER } from '../documentation-folder.ts'
import type { RunCommand } from './command.ts'

/** Serves MCP on standard input and output until the input ends. */
export const run: RunCommand = async ({ config, options }) => {
  const folder = options['documentation']
  const manifest = new URL('../../package.json', DOCUMENTATION_FOLDER)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  await serveMcp({
    version,
    dataDir: config.dataDir,
    env: process.env,
    documentationFolder: typeof folder === 'string' ? pathToFileURL(`${folder}/`) : DOCUMENTATION_FOLDER,
    input: process.stdin,
    output: process.stdout,
    now: Date.now,
    makeReference: () => `mcp-${randomUUID()}`,
  })
  return 0
}
