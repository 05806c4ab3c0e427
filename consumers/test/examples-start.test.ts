/** Examples that need no separate gateway: one command in their folder, and no variables. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'

const EXAMPLES = join(import.meta.dirname, '../../examples')

/** Runs `start` of an example as npm does, in a group of processes of its own, as a terminal does. */
function launch(example: string, variables: Readonly<Record<string, string>>) {
  const names = Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_'))
  const child = spawn(process.execPath, ['--conditions=@sluice/source', 'src/main.ts'], {
    cwd: join(EXAMPLES, example),
    detached: true,
    env: { ...Object.fromEntries(names), ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  return child
}

/** Starts an example. Lines are what was printed until the process ended, or `enough` says so. */
async function start(example: string, enough: (line: string) => boolean): Promise<readonly string[]> {
  const child = launch(example, { PORT: '0' })
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
    const page = await fetch(shop)
    expect(await page.text()).toContain('checkout.js')
    const { search } = new URL(page.url)
    expect(await (await fetch(`${shop}/outcome${search}`)).json()).toEqual({ outcome: 'open' })
    const next = () => fetch(`${shop}/session${search}`, { method: 'POST' })
    const session = (await (await next()).json()) as { readonly sessionId: string }
    expect(session.sessionId).toMatch(/^[\w-]{8,}$/)
    // Nothing was paid in the session, and it has not ended, so another payment in it would be possible.
    expect(await (await next()).json()).toEqual(session)
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

it('a page that is stopped by Ctrl-C leaves no folder', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'examples-start-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const example = launch('hosted-page-styled', { TMPDIR: temporary })
  for await (const line of createInterface(example.stdout)) if (line.startsWith('http')) break
  expect(readdirSync(temporary)).toHaveLength(2)
  // A terminal sends Ctrl-C to everything that it runs.
  process.kill(-(example.pid ?? Number.NaN), 'SIGINT')
  await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]))
})
