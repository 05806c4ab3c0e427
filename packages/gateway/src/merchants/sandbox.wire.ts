import type {
  ListedSandbox as WireListedSandbox,
  Sandbox,
  SandboxCredentials,
  SandboxFault as WireSandboxFault,
  SandboxSnapshot as WireSandboxSnapshot,
} from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { EncryptionKey } from './encryption-keys.ts'
import { toKeySet } from './encryption-keys.wire.ts'
import type { Terminal } from './merchant.ts'
import type { SandboxFault } from './sandbox-faults.ts'
import type { SandboxSnapshot } from './sandbox-snapshots.ts'
import type { ListedSandbox } from './sandbox.ts'
import { noteOfTerminal } from './provision-sandbox.ts'

/** The description of a sandbox without its secrets. */
export interface SandboxDescription {
  readonly sandboxId: string
  readonly merchantId: string
  readonly clientId: string
  readonly clientKey: string
  /** The terminals in the order of their kinds. */
  readonly terminals: readonly Terminal[]
  readonly keys: readonly EncryptionKey[]
  readonly addresses: { readonly baseUrl: string; readonly authUrl: string; readonly realm: string }
  readonly webhookUrl: string | null
}

/** Builds the description of a sandbox without its secrets. @see docs/protocol/sandboxes.md#sandboxes */
export function toSandbox(sandbox: SandboxDescription): Sandbox {
  return {
    sandbox_id: sandbox.sandboxId,
    merchant_id: sandbox.merchantId,
    base_url: sandbox.addresses.baseUrl,
    auth_url: sandbox.addresses.authUrl,
    realm: sandbox.addresses.realm,
    client_id: sandbox.clientId,
    client_key: sandbox.clientKey,
    terminal_id: sandbox.terminals[0]?.id ?? '',
    terminals: sandbox.terminals.map(({ id, features }, place) => ({
      terminal_id: id,
      features: [...features],
      note: noteOfTerminal(place),
    })),
    encryption_keys: toKeySet(sandbox.keys),
    webhook: sandbox.webhookUrl === null ? null : { url: sandbox.webhookUrl },
  }
}

/** The secrets of a new sandbox, which are shown once. */
export interface SandboxSecrets {
  readonly clientSecret: string
  /** The secret of the webhook subscription; null if there is none. */
  readonly webhookSecret: string | null
}

/**
 * Builds everything that a developer needs for a sandbox, as members and as a `.env` file.
 *
 * @see docs/protocol/origins.md#ready-line
 */
export function toSandboxCredentials(
  description: SandboxDescription,
  { clientSecret, webhookSecret }: SandboxSecrets,
): SandboxCredentials {
  const sandbox = toSandbox(description)
  const { sandbox_id, merchant_id, base_url, auth_url, realm, client_id, client_key, terminal_id } = sandbox
  const settings = {
    base_url,
    auth_url,
    realm,
    client_id,
    client_secret: clientSecret,
    client_key,
    terminal_id,
  }
  const named = { ...settings, sandbox_id }
  const env = webhookSecret === null ? named : { ...named, webhook_secret: webhookSecret }
  return {
    sandbox_id,
    merchant_id,
    ...settings,
    terminals: sandbox.terminals,
    encryption_keys: sandbox.encryption_keys,
    webhook:
      webhookSecret === null || sandbox.webhook === null
        ? null
        : { ...sandbox.webhook, secret: webhookSecret },
    env: Object.entries(env)
      .map(([name, value]) => `SLUICE_${name.toUpperCase()}=${value}\n`)
      .join(''),
  }
}

export function toListedSandbox(sandbox: ListedSandbox): WireListedSandbox {
  return {
    sandbox_id: sandbox.sandboxId,
    merchant_id: sandbox.merchantId,
    name: sandbox.name,
    clock_ahead_seconds: Math.floor(sandbox.clockOffsetMs / 1_000),
    created_at: toTimestamp(sandbox.createdAtMs),
  }
}

export function toSandboxSnapshot(snapshot: SandboxSnapshot): WireSandboxSnapshot {
  return {
    name: snapshot.name,
    taken_at: toTimestamp(snapshot.takenAtMs),
    rows: snapshot.rowCount,
    transactions: snapshot.transactionCount,
    clock_ahead_seconds: Math.floor(snapshot.clockOffsetMs / 1_000),
  }
}

export function toSandboxFault({ kind, latencyMs, providerIds, untilMs }: SandboxFault): WireSandboxFault {
  return {
    kind,
    latency_ms: latencyMs,
    provider_ids: providerIds === null ? null : [...providerIds],
    until: toTimestamp(untilMs),
  }
}
