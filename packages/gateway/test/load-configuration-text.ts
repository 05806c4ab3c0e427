import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ConfigurationFile } from '../src/configuration-file/index.ts'
import { loadConfigurationFile } from '../src/configuration-file/index.ts'

/** Reads a configuration file of the test environment from a separate folder, with its secret files. */
export function loadConfigurationText(
  text: string,
  files: Readonly<Record<string, string>>,
): { readonly file: ConfigurationFile; readonly close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-file-'))
  for (const [name, content] of Object.entries({ 'sluice.yaml': text, ...files }))
    writeFileSync(join(folder, name), content, { mode: 0o600 })
  const surroundings = {
    environment: 'test',
    masterKey: null,
    maxRetries: 1,
    providerTimeoutMs: 20_000,
  } as const
  const file = loadConfigurationFile(join(folder, 'sluice.yaml'), surroundings)
  return { file, close: () => rmSync(folder, { recursive: true, force: true }) }
}
