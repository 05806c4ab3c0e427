import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createEngine } from '@secretlint/node'
import { describe, expect, it } from 'vitest'

const engine = await createEngine({
  configFilePath: join(import.meta.dirname, '../.secretlintrc.yaml'),
  formatter: 'stylish',
  color: false,
  maskSecrets: true,
})

const lint = (content: string) =>
  engine.executeOnContent({ content, filePath: join(import.meta.dirname, '../deploy/sluice.env') })

/** Built here, so that this file contains no secret. */
const random = (length: number, alphabet: string): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}0123456789`
const PEM_BODY = random(160, LETTERS)

const PLANTED: Readonly<Record<string, string>> = {
  'an access token of GitHub': `ghp_${random(36, LETTERS)}`,
  'an access key of AWS': `AWS_SECRET_ACCESS_KEY=${random(40, LETTERS)}`,
  'a token of Slack': ['xoxb', random(12, '0123456789'), random(12, '0123456789'), random(24, LETTERS)].join(
    '-',
  ),
  'an address with a password': `https://ada:${random(16, LETTERS)}@example.org/shop`,
  'an address of a database': `postgres://sluice:${random(16, LETTERS)}@db.internal/sluice`,
  'a private key': ['-----BEGIN', 'PRIVATE KEY-----\n'].join(' ') + `${PEM_BODY}\n-----END PRIVATE KEY-----`,
  'a private key in JSON': JSON.stringify({
    key: [['-----BEGIN', 'EC PRIVATE KEY-----\n'].join(' '), PEM_BODY, '\n'].join(''),
  }),
  'a private JWK': JSON.stringify({ kty: 'OKP', d: random(43, LETTERS) }),
  'a secret of webhooks': `WEBHOOK_SECRET=whsec_${random(32, LETTERS)}`,
}

describe('npm run secrets', () => {
  it.each(Object.entries(PLANTED))('rejects %s and masks it', async (_, secret) => {
    const { ok, output } = await lint(`# as it was\n${secret}\n`)
    expect(ok).toBe(false)
    expect(output).toMatch(/^\s+[23]:\d+\s+error/m)
    // The report ends in logs.
    expect(output).not.toContain(secret.slice(-24))
  })

  it('accepts names of variables, public keys, digests and placeholders', async () => {
    const text = [
      'SLUICE_CLIENT_SECRET=$SLUICE_CLIENT_SECRET',
      'postgres://sluice@localhost/sluice',
      '{"kty":"OKP","x":"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"}',
      'integrity: sha512-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==',
      'whsec_…',
    ].join('\n')
    expect(await lint(text)).toMatchObject({ ok: true })
  })
})
