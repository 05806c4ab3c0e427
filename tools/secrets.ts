/**
 * Looks for secrets in every file that is or would be tracked: secretlint's recommended rules, and forms that these do not
 * know. A secret that was made for tests is known by its fingerprint, with the reason why it may stand there.
 *
 * @decision 0319
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { lintSource } from '@secretlint/core'
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend'

export interface FoundSecret {
  readonly path: string
  readonly line: number
  /** What kind of secret it looks like. */
  readonly kind: string
  /** Of the text that was found: tells it from others, and says nothing about it. */
  readonly fingerprint: string
}

/** What the recommended rules pass over: keys in JSON and in short PEM texts, secrets of webhooks. */
const FURTHER_KINDS: Readonly<Record<string, RegExp>> = {
  'a private key as PEM': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/=\\\s]{40,}/g,
  'a private key as JWK': /["']?\bd["']?: ?["'][\w-]{40,}["']/g,
  'a secret of webhooks': /\bwhsec_[A-Za-z0-9+/]{24,}={0,2}/g,
}

/** Made for tests and documents: they open nothing. */
const KNOWN: Readonly<Record<string, string>> = {
  '6f579b1b55ff': 'Key pair of the vectors of sealed cards, X25519.',
  '8bc5107744f6': 'Key pair of the vectors of sealed cards, P-256.',
  '52201cf16bec': 'Key of the vectors of the web wallet; published with them.',
  '8bb83c82ae60': 'Key of the vectors of the device wallet, made for them.',
  e9aade773ffe: 'Key of a published token of the device wallet; its certificate is for tests.',
  '2b9228f5ed20': 'The same key, as the runtimes are given it.',
  '96ad2ccd8146': 'Secret of the published examples of Standard Webhooks; the gateway refuses to use it.',
  '6157bac6a5fa': 'The same, made longer: the example in the API reference.',
  '55d144a48cd2': 'Spells 0123456789, in tests of receivers.',
  '9653045891b2': 'Spells 9876543210, the wrong one in tests of receivers.',
  c4c712978b88: 'Address of a database of no kind that is served: a test of its refusal.',
  '8cd951040271': 'Address of an account that does not exist: a test that no message holds its password.',
  '4458b8dec58f':
    'Address of a database that does not exist: a test that no password is taken on the command line.',
  cc38c3477447: 'Password of a database that one test makes and removes.',
}

/** So many hexadecimal digits tell the few known ones apart. */
const FINGERPRINT_LENGTH = 12

/** @param path - from the root, or wherever the text would stand. */
export async function findSecrets(path: string, text: string): Promise<readonly FoundSecret[]> {
  const { messages } = await lintSource({
    source: { filePath: resolve(path), content: text, contentType: 'text' },
    options: { config: { rules: [{ id: 'recommended', rule: recommended }] } },
  })
  const linted = messages.map(({ messageId, range: [start, end] }) => ({ kind: messageId, start, end }))
  const matched = Object.entries(FURTHER_KINDS).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => ({
      kind,
      start: index,
      end: index + match.length,
    })),
  )
  return [...linted, ...matched].map(({ kind, start, end }) => ({
    path,
    line: text.slice(0, start).split('\n').length,
    kind,
    fingerprint: fingerprintOf(text.slice(start, end)),
  }))
}

function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH)
}

/** What is wrong: an unknown secret, and a known one that stands nowhere any more. */
export function judgeSecrets(
  found: readonly FoundSecret[],
  known: Readonly<Record<string, string>>,
): readonly string[] {
  const seen = new Set(found.map(({ fingerprint }) => fingerprint))
  return [
    ...found
      .filter(({ fingerprint }) => !(fingerprint in known))
      .map(
        ({ path, line, kind, fingerprint }) =>
          `${path}:${line}: looks like a secret (${kind}). One that opens something has to be replaced where it is used, for it ` +
          `stays in the history. One that was made for tests goes into tools/secrets.ts as '${fingerprint}', with a reason.`,
      ),
    ...Object.keys(known)
      .filter((fingerprint) => !seen.has(fingerprint))
      .map((fingerprint) => `tools/secrets.ts knows '${fingerprint}', which stands nowhere: remove the row.`),
  ]
}

if (import.meta.main) {
  const options = ['--cached', '--others', '--exclude-standard', '-z']
  const paths = execFileSync('git', ['ls-files', ...options], { encoding: 'utf8' }).split('\0')
  const found: FoundSecret[] = []
  let files = 0
  for (const path of paths.filter(Boolean)) {
    const bytes = readFileSync(path)
    if (bytes.includes(0)) continue
    files += 1
    found.push(...(await findSecrets(path, bytes.toString())))
  }
  const problems = judgeSecrets(found, KNOWN)
  for (const problem of problems) console.error(problem)
  if (problems.length === 0)
    console.log(`${files} files hold no secret but the ${Object.keys(KNOWN).length} of tests`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
