/** Judges each published package as a consumer would find it: what is packed, and whether `exports` leads there. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const folders = readdirSync('packages').map((name) => join('packages', name))
let problemCount = 0
for (const pkgDir of folders) {
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Record<string, unknown>
  if (manifest['private']) continue
  const { messages } = await publint({ pkgDir, pack: 'npm', strict: true, level: 'warning' })
  for (const message of messages)
    console.error(`${String(manifest['name'])}: ${formatMessage(message, manifest, { color: false })}`)
  problemCount += messages.length
}
if (problemCount > 0) process.exitCode = 1
