import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { ENDPOINTS } from '../packages/types/src/index.ts'

const PLATFORM = join(import.meta.dirname, '../packages/platform/src')

/** Members and methods of payments: a file that names one knows what it is for. */
const DOMAIN_WORDS = [
  'gwallet_pay_token',
  'payment_data',
  'fingerprint_result',
  'browser_info',
  'provider_code',
  'session_id',
  'payment_method',
  'saved_card',
]

/** Every text in quotes of a file, without its comments. */
function quotedTexts(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/['"`](\w+)['"`]/g)].map(([, text = '']) => text)
}

it('the platform names no endpoint and no member of payments: composition hands in what depends on them', () => {
  const words = new Set([...Object.keys(ENDPOINTS), ...DOMAIN_WORDS])
  const files = readdirSync(PLATFORM, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('http/testing/'),
  )
  expect(files.length).toBeGreaterThan(80)
  const named = files.flatMap((path) =>
    quotedTexts(readFileSync(join(PLATFORM, path), 'utf8'))
      .filter((text) => words.has(text))
      .map((text) => `${path}: ${text}`),
  )
  expect(named).toEqual([])
})

it('finds texts in code, but not in comments', () => {
  const source = "/** 'authorize' */\n// 'authorize'\nconst name = 'getStatus'\n"
  expect(quotedTexts(source)).toEqual(['getStatus'])
})
