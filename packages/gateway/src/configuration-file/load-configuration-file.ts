import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { validateOutgoingUrl } from '@sluice/platform/http/validate-outgoing-url'

import type { Config } from '../config.ts'
import type { ConfigProblem } from '../config-values.ts'
import { webhookAddressRules } from '../webhooks/index.ts'
import type { ConfigurationFile } from './configuration-file.ts'
import { checkDocument } from './cross-checks.ts'
import { describeIssue, writePath } from './describe-issue.ts'
import { fileSchema } from './file-schema.ts'
import { findOverridden } from './overridden-members.ts'
import { parseConfigurationDocument } from './parse-document.ts'
import { readPublicKey } from './read-public-key.ts'
import { createSecretReader } from './read-secrets.ts'
import { listThreeDsGaps } from './three-ds-gaps.ts'
import { toConfigurationFile } from './to-configuration-file.ts'

/** All problems of a configuration file. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, got, fix }) => `  ${name}: got ${got}; ${fix}`)
    super(`The configuration file cannot be used:\n${lines.join('\n')}`)
    this.problems = problems
  }
}

/** The configuration on which the file depends. */
export type FileSurroundings = Pick<
  Config,
  'environment' | 'masterKey' | 'maxRetries' | 'providerTimeoutMs'
> &
  Partial<
    Pick<
      Config,
      'operatorToken' | 'metricsToken' | 'externalIssuer' | 'outgoingPorts' | 'localReceivers' | 'http'
    >
  > & {
    /** Whether secret files are read, by default yes. A machine that only checks the service from outside has none. */
    readonly readsSecrets?: boolean
    /** The accounts of providers without an entry in the file, by the provider's id. */
    readonly givenAccounts?: ReadonlyMap<string, readonly string[]>
  }

/**
 * Reads the configuration file and its secrets.
 *
 * @throws With all problems at once. {@link ConfigurationFileError}
 */
export function loadConfigurationFile(path: string, surroundings: FileSurroundings): ConfigurationFile {
  const text = readText(path)
  const reading = parseConfigurationDocument(text)
  if (!reading.ok) {
    throw new ConfigurationFileError(
      reading.problems.map(({ line, message }) => ({
        name: `${path}:${line}`,
        got: 'invalid YAML',
        fix: `correct it: ${message}`,
      })),
    )
  }
  const { value, lineOf } = reading.document
  const place = (at: readonly PropertyKey[]) => `${path}:${lineOf(at)} ${writePath(at)}`.trimEnd()

  const parsed = fileSchema.safeParse(value ?? {})
  if (!parsed.success) {
    throw new ConfigurationFileError(
      firstOfEachPlace(parsed.error.issues).flatMap((issue) => describeIssue(issue, value, place)),
    )
  }
  const isProduction = surroundings.environment === 'production'
  const problems = checkDocument(parsed.data, {
    isProduction,
    hasExternalIssuer: Boolean(surroundings.externalIssuer),
    hasMethodsOrigin: hasMethodsOrigin(surroundings.http),
    givenAccounts: surroundings.givenAccounts ?? new Map<string, readonly string[]>(),
    // In the test environment, a provider without an entry comes from the program that starts the gateway.
    givenInstallments: () => null,
    givenThreeDsServers: [],
    validateWebhookUrl: (url) => validateOutgoingUrl(url, webhookAddressRules(surroundings)),
    place,
  })
  problems.push(...findOverridden(value, parsed.data, place))
  const secrets = createSecretReader({
    directory: dirname(path),
    isProduction,
    used: usedSecrets(surroundings),
    problems,
  })
  const { readsSecrets = true } = surroundings
  const file = toConfigurationFile(parsed.data, {
    readSecret: (at, secretPath, form) => (readsSecrets ? secrets.read(place(at), secretPath, form) : null),
    readPublicKey: (at, keyPath) =>
      readsSecrets ? readPublicKey(place(at), resolve(dirname(path), keyPath), problems) : null,
    maxRetries: surroundings.maxRetries,
    providerTimeoutMs: surroundings.providerTimeoutMs,
    isProduction,
  })
  // The test environment only warns.
  for (const gap of isProduction ? listThreeDsGaps(file) : []) {
    problems.push({
      name: place(['merchants', gap.merchantAt, 'terminals', gap.terminalAt]),
      got: `the feature THREE_DS and account ${gap.accountId} of ${gap.providerId}, without ${gap.missing.join(', ')}: 3DS servers refuse such payments`,
      fix: 'set the acquirer’s data in providers[].accounts[].acquirers, and country, mcc and url in `business` of the terminal, the merchant or the account',
    })
  }
  if (problems.length > 0) throw new ConfigurationFileError(problems)
  const { revision } = parsed.data
  return { ...file, version: { revision, digest: digestOf(value) }, secretFiles: secrets.files }
}

/** Computed from the text, because a later release adds defaults to the same file. */
function digestOf(document: unknown): string {
  const isObject = typeof document === 'object' && document !== null
  const { revision: _, ...said } = isObject ? (document as Readonly<Record<string, unknown>>) : {}
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

/** Returns whether wallets' scripts have their own origin; true while that is unknown. */
function hasMethodsOrigin(http: FileSurroundings['http']): boolean {
  if (http === undefined) return true
  const { baseUrl, originUrls, originPorts } = http
  return originPorts.methods !== null || ![null, baseUrl].includes(originUrls.methods)
}

/** A value that is not a list cannot also be too long. */
function firstOfEachPlace<T extends { readonly path: readonly PropertyKey[]; readonly code: string }>(
  issues: readonly T[],
): T[] {
  const ofType = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => writePath(path)),
  )
  return issues.filter(({ code, path }) => code === 'invalid_type' || !ofType.has(writePath(path)))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const got = `a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
    throw new ConfigurationFileError([{ name: path, got, fix: 'use a file that this process can read' }])
  }
}

function usedSecrets({ masterKey, operatorToken, metricsToken }: FileSurroundings): Record<string, string> {
  return {
    ...(masterKey ? { SLUICE_MASTER_KEY_FILE: masterKey.reveal().toString('base64') } : {}),
    ...(operatorToken ? { SLUICE_OPERATOR_TOKEN: operatorToken.reveal() } : {}),
    ...(metricsToken ? { SLUICE_METRICS_TOKEN: metricsToken.reveal() } : {}),
  }
}
