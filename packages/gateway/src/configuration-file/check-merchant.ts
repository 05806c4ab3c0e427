import type { ConfigProblem } from '../config-values.ts'
import type { ConfiguredMerchant } from '../merchants/index.ts'
import type { DeclaredInstallments } from '../transactions/index.ts'
import { checkDocument } from './cross-checks.ts'
import { describeIssue, writePath } from './describe-issue.ts'
import { type FileDocument, fileSchema } from './file-schema.ts'
import type { MerchantDocument } from './merchant-document.ts'
import { toConfigurationFile } from './to-configuration-file.ts'

/** A valid entry, or all of its problems, with places within the entry. */
export type MerchantReading =
  | { readonly ok: true; readonly merchant: ConfiguredMerchant }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

/** The data of the installation on which the validity of an entry depends. */
export interface MerchantSurroundings {
  readonly isProduction: boolean
  /** The default for terminals whose entry has none. */
  readonly maxRetries: number
  /** The ids of the configured 3-D Secure servers. */
  readonly threeDsServers: readonly string[]
  /** The installments that a provider of the installation offers; null if it is not known. */
  readonly installmentsOf: (providerId: string) => DeclaredInstallments | null
}

/** The place of an entry in a separate file. */
const ENTRY = ['merchants', 0]

/**
 * Validates a merchant by the rules of the configuration file, without its clients and webhooks.
 *
 * @param present - the current merchant, whose earlier problems are not due to the change.
 */
export function checkMerchant(
  wanted: MerchantDocument,
  present: MerchantDocument,
  surroundings: MerchantSurroundings,
): MerchantReading {
  const parsed = parse(wanted)
  if (!parsed.ok) return parsed
  const before = parse(present)
  const known = before.ok ? new Set(crossProblems(before.document, surroundings).map(write)) : new Set()
  const problems = crossProblems(parsed.document, surroundings).filter(
    (problem) => !known.has(write(problem)),
  )
  if (problems.length > 0) return { ok: false, problems }
  const [entry] = toConfigurationFile(parsed.document, {
    readSecret: () => null,
    readPublicKey: () => null,
    maxRetries: surroundings.maxRetries,
    providerTimeoutMs: 0,
  }).merchants
  if (entry === undefined) throw new Error('an entry was read and is gone')
  return { ok: true, merchant: entry.merchant }
}

function parse(
  entry: MerchantDocument,
):
  | { readonly ok: true; readonly document: FileDocument }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] } {
  const root = { merchants: [entry] }
  const parsed = fileSchema.safeParse(root)
  if (parsed.success) return { ok: true, document: parsed.data }
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => describeIssue(issue, root, place)) }
}

function crossProblems(
  document: FileDocument,
  { isProduction, threeDsServers, installmentsOf }: MerchantSurroundings,
): readonly ConfigProblem[] {
  return checkDocument(document, {
    isProduction,
    hasExternalIssuer: false,
    hasMethodsOrigin: true,
    givenAccounts: new Map(),
    givenInstallments: installmentsOf,
    givenThreeDsServers: threeDsServers,
    validateWebhookUrl: () => null,
    place,
  })
}

function place(path: readonly PropertyKey[]): string {
  return writePath(path.slice(ENTRY.length))
}

function write({ name, got }: ConfigProblem): string {
  return `${name}: ${got}`
}
