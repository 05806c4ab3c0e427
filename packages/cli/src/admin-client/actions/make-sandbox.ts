import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxCredentials, SandboxRequest } from '@sluice/types'

import type { Credentials } from '../credentials.ts'
import type { ConnectedGateway } from '../gateway.ts'

/** A new merchant, and the location of its secrets. */
export interface MadeSandbox {
  readonly credentials: Credentials
  /** A file that only its owner may read: lines for `node --env-file`. */
  readonly environmentFile: string
}

const DIRECTORY_MODE = 0o700
const FILE_MODE = 0o600

/** Creates a complete merchant of the test environment, with its own clock, and writes its credentials to a file. */
export async function makeSandbox(
  { useTestTool }: Pick<ConnectedGateway, 'useTestTool'>,
  request: SandboxRequest,
  dataDir: string,
): Promise<MadeSandbox> {
  // Secrets that cannot be stored are lost, so a sandbox is created only if its file can be written.
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY_MODE })
  accessSync(dataDir, constants.W_OK)
  const made = await useTestTool<SandboxCredentials>('POST', '/simulators/sandboxes', request)
  const environmentFile = join(dataDir, `${made.sandbox_id}.env`)
  writeFileSync(environmentFile, made.env, { mode: FILE_MODE })
  return { credentials: toCredentials(made), environmentFile }
}

function toCredentials(made: SandboxCredentials): Credentials {
  return {
    kind: 'client',
    baseUrl: made.base_url,
    authUrl: made.auth_url,
    realm: made.realm,
    clientId: made.client_id,
    clientSecret: made.client_secret,
    terminalId: made.terminal_id,
    webhookSecret: made.webhook?.secret ?? null,
    sandboxId: made.sandbox_id,
  }
}
