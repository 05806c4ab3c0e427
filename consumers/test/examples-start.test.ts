/** Examples that need no gateway beside them: one command in their folder, and no variables. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

const EXAMPLES = join(import.meta.dirname, '../../examples')

/** Runs `start` of an example as npm does. Lines are what was printed until the process ended, or `enough` says so. */
async function start(example: string, enough: (line: string) => boolean): Promise<readonly string[]> {
  const cwd = join(EXAMPLES, example)
  const names = Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_'))
  const child = spawn(process.execPath, ['--conditions=@sluice/source', 'src/main.ts'], {
    cwd,
    env: { ...Object.fromEntries(names), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (enough(line)) break
  }
  return lines
}

it.each(['react-checkout', 'vue-checkout'])(
  '%s brings a gateway, and opens sessions there',
  async (example) => {
    const [ready = ''] = await start(example, (line) => line.includes('shop_url'))
    const { shop_url: shop } = JSON.parse(ready) as { readonly shop_url: string }
    const page = await (await fetch(shop)).text()
    expect(page).toContain('checkout.js')
    const session = (await (await fetch(`${shop}/session`)).json()) as { readonly sessionId: string }
    expect(session.sessionId).toMatch(/^[\w-]{8,}$/)
  },
)

it('subscriptions live through four months, with a decline in the third', async () => {
  const lines = await start('subscriptions', () => false)
  expect(lines[0]).toContain('Signed up')
  expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual([
    'Magazine, month 2: APPROVED 0000',
    'Magazine, month 3: DECLINED 1004',
    'Magazine, month 3: APPROVED 0000',
    'Magazine, month 4: APPROVED 0000',
  ])
})
