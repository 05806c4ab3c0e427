import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { EXIT } from '../admin-client/exit-codes.ts'
import { serveMcp } from '../admin-client/mcp/serve-mcp.ts'
import { DOCUMENTATION_FOLDER } from '../documentation-folder.ts'
import type { RunCommand } from './command.ts'
import { readText } from './read-options.ts'
import { writeError } from '../terminal.ts'

/** Serves MCP on standard input and output until the input ends. */
export const run: RunCommand = async ({ config, options }) => {
  const folder = readText(options, 'documentation')
  if (folder !== undefined && !isFolder(folder)) {
    writeError(`--documentation: there is no folder ${folder}.\n`)
    return EXIT.misused
  }
  const manifest = new URL('../../package.json', DOCUMENTATION_FOLDER)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  await serveMcp({
    version,
    dataDir: config.dataDir,
    env: process.env,
    documentationFolder: folder === undefined ? DOCUMENTATION_FOLDER : pathToFileURL(`${folder}/`),
    input: process.stdin,
    output: process.stdout,
    now: Date.now,
    makeReference: () => `mcp-${randomUUID()}`,
  })
  return EXIT.done
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
