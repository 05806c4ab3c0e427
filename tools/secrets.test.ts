import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { findSecrets, judgeSecrets } from './secrets.ts'

/** Made here, so that no secret stands in this file. */
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

describe('a file', () => {
  it.each(Object.entries(PLANTED))('with %s is refused, by its line', async (_, secret) => {
    const found = await findSecrets('deploy/sluice.env', `# as it was\n${secret}\n`)
    expect(found.length).toBeGreaterThan(0)
    const problems = judgeSecrets(found, {})
    expect(problems[0]).toMatch(/^deploy\/sluice\.env:2: looks like a secret/)
    // The report ends in logs: the secret must not.
    expect(problems.join('\n')).not.toContain(secret.slice(-24))
  })

  it('with a secret of tests passes, and with another beside it does not', async () => {
    const known = PLANTED['a private JWK'] ?? ''
    const [first] = await findSecrets('test/vectors/keys.json', known)
    const reasons = { [first?.fingerprint ?? '']: 'made for this test' }
    expect(judgeSecrets(await findSecrets('test/vectors/keys.json', known), reasons)).toEqual([])
    const both = `${known}\n${JSON.stringify({ kty: 'OKP', d: random(43, LETTERS) })}`
    expect(judgeSecrets(await findSecrets('test/vectors/keys.json', both), reasons)).toHaveLength(1)
  })

  it('with names of variables, public keys, digests and placeholders passes', async () => {
    const text = [
      'SLUICE_CLIENT_SECRET=$SLUICE_CLIENT_SECRET',
      'postgres://sluice@localhost/sluice',
      '{"kty":"OKP","x":"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo"}',
      'integrity: sha512-MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==',
      'whsec_…',
    ].join('\n')
    expect(await findSecrets('docs/operations.md', text)).toEqual([])
  })
})

it('a row of the list that nothing needs any more is told', () => {
  expect(judgeSecrets([], { abcdef: 'a key that is gone' })).toEqual([
    "tools/secrets.ts knows 'abcdef', which stands nowhere: remove the row.",
  ])
})
